import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Minimum contrast in WCAG 2.2 AA for text (1.4.3) and for the borders of fields (1.4.11). */
const TEXT = 4.5
const SHAPE = 3

/** The colour of a text or border, its minimum contrast, and the backgrounds on which it is used. */
const pairs: readonly (readonly [string, number, readonly string[]])[] = [
  ['ink', TEXT, ['base', 'page', 'surface', 'surface-quiet', 'accent-soft']],
  ['ink-quiet', TEXT, ['base', 'page', 'surface', 'surface-quiet']],
  ['accent-text', TEXT, ['base', 'page', 'surface', 'surface-quiet', 'accent-soft']],
  ['on-accent', TEXT, ['accent', 'accent-deep', 'hero-to']],
  ['on-accent', SHAPE, ['hero-from']],
  ['ok', TEXT, ['surface', 'ok-soft']],
  ['warn', TEXT, ['surface', 'warn-soft']],
  ['danger', TEXT, ['surface', 'danger-soft']],
  ['info', TEXT, ['surface', 'info-soft']],
  ['input-line', SHAPE, ['surface', 'base']],
  ['focus', SHAPE, ['base', 'page', 'surface', 'surface-quiet', 'accent-soft', 'danger-soft', 'warn-soft']],
]

type Colours = ReadonlyMap<string, string>

function coloursOf(text: string, selector: string): Colours {
  const [, body = ''] = new RegExp(`^${selector} \\{([^}]*)\\}`, 'm').exec(text) ?? []
  return new Map(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

function colourIn(colours: Colours, name: string): string {
  const hex = colours.get(name)
  if (hex === undefined) throw new Error(`--${name} must be a hex colour such as #d3154e`)
  return hex
}

/** Returns the relative luminance of `#rgb` or `#rrggbb`. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map(one => one + one) : hex.slice(1).match(/../g)
  const [red = 0, green = 0, blue = 0] = (digits ?? [])
    .map(pair => Number.parseInt(pair, 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function hue(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.slice(1).match(/../g) ?? []).map(pair =>
    Number.parseInt(pair, 16),
  )
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

/** Returns one message for each pair with too little contrast, with its ratio and the minimum. */
function unreadable(text: string): string[] {
  const light = coloursOf(text, ':root')
  const themes = { light, dark: new Map([...light, ...coloursOf(text, ':root.dark')]) }
  return Object.entries(themes).flatMap(([theme, colours]) =>
    pairs.flatMap(([front, needed, grounds]) =>
      grounds.flatMap(ground => {
        const ratio = contrast(colourIn(colours, front), colourIn(colours, ground))
        return ratio >= needed
          ? []
          : [`${theme}: --${front} on --${ground} is ${ratio.toFixed(2)}, not ${needed}`]
      }),
    ),
  )
}

const own = readFileSync('campaign/colours.css', 'utf8')

test('has enough contrast for texts and field borders in both themes', () =>
  expect(unreadable(own)).toEqual([]))

test('reports a colour that is too pale with its background and ratio', () =>
  expect(unreadable(own.replace(/--ink-quiet: #[0-9a-f]+/, '--ink-quiet: #aaa'))).toContain(
    'light: --ink-quiet on --base is 2.32, not 4.5',
  ))

test('reports a colour that is missing or not written as a hex value', () =>
  expect(() => unreadable(own.replace(/--accent: #[0-9a-f]+/g, '--accent: crimson'))).toThrow(
    '--accent must be a hex colour',
  ))

test('marks the focus in a colour that cannot be taken for an error or for the brand', () => {
  for (const selector of [':root', ':root.dark']) {
    const colours = coloursOf(own, selector)
    for (const name of ['danger', 'accent', 'accent-text']) {
      const apart = Math.abs(hue(colourIn(colours, 'focus')) - hue(colourIn(colours, name)))
      expect(Math.min(apart, 360 - apart), `--focus and --${name}, ${selector}`).toBeGreaterThan(60)
    }
  }
})

test('draws every outline of a focused element in the colour of the focus, or in white on the brand', () => {
  const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.css'),
  )
  const outlines = styles.flatMap(name =>
    [...readFileSync(`src/${name}`, 'utf8').matchAll(/outline(?:-color)?: ([^;]+);/g)].map(
      ([, value = '']) => value,
    ),
  )
  expect(new Set(outlines)).toEqual(new Set(['3px solid var(--focus)', 'none', '#fff']))
})
