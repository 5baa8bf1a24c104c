import { DARK, LIGHT, type MenuColors } from '../tokens/menu-colors.ts'
import type { PageWindow } from './phone.ts'

type MenuColorSetting = {
  readonly adaptableColorSchemes: readonly string[]
  readonly lightModeColor?: MenuColors
  readonly darkModeColor?: MenuColors
}

const AREAS = ['titleButtonAreaBackgroundColor', 'titleButtonAreaBorderColor']

const bytes = (hex: string) => (hex.slice(1).match(/../g) ?? []).map(pair => Number.parseInt(pair, 16))

/** Converts `#AARRGGBB` to a CSS `rgba()` colour. */
function rgba(argb: string): string {
  const [alpha = 0, ...rgb] = bytes(argb)
  return `rgba(${rgb.join(', ')}, ${Math.round((alpha / 255) * 100) / 100})`
}

/**
 * Applies LINE's menu colours (`--liff-*`) and `color-scheme` to the document, as the SDK does at the end of
 * init.
 */
export function applyTheme(page: PageWindow, context: Readonly<Record<string, unknown>> | null): void {
  const setting = (context?.menuColorSetting ?? { adaptableColorSchemes: ['light'] }) as MenuColorSetting
  const { style } = page.document.documentElement
  const schemes = setting.adaptableColorSchemes
  style.setProperty('color-scheme', schemes.join(' '))
  const dark = schemes.includes('dark') && page.matchMedia('(prefers-color-scheme: dark)').matches
  const colors = dark ? { ...DARK, ...setting.darkModeColor } : { ...LIGHT, ...setting.lightModeColor }
  for (const [name, color] of Object.entries(colors)) {
    const property = `--liff-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
    style.setProperty(property, AREAS.includes(name) ? rgba(color) : color)
    if (name.startsWith('base'))
      style.setProperty(property.replace(/-color$/, '-rgb-color'), bytes(color).join(', '))
  }
}
