// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** WCAG 2.2 AA: of text, and of what a field is known by (1.4.3, 1.4.11). */
const TEXT = 4.5
const SHAPE = 3

/** A colour of text or of a field's border, and the grounds that it stands on. */
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
  if (hex === undefined) throw new Error(`--${name} is no colour such as #d3154e`)
  return hex
}

/** Relative luminance of `#rgb` or `#rrggbb`. */
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

/** Every pair that customers could not tell apart, with its ratio and the one that is needed. */
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

test('customers can read every text on its ground, and see where a field is, in both themes', () => {
  expect(unreadable(own)).toEqual([])
})

test('a colour that is too pale is named with its ground and its ratio', () => {
  expect(unreadable(own.replace(/--ink-quiet: #[0-9a-f]+/, '--ink-quiet: #aaa'))).toContain(
    'light: --ink-quiet on --base is 2.32, not 4.5',
  )
})

test('a colour that is missing, or is written in another way, is named', () => {
  expect(() => unreadable(own.replace(/--accent: #[0-9a-f]+/g, '--accent: crimson'))).toThrow(
    '--accent is no colour',
  )
})
