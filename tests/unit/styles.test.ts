// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'

/** What a style sheet declares for one selector outside of media queries, by property. */
function declared(file: string, selector: string): Readonly<Record<string, string>> {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const blocks = [...text.matchAll(/^([^\s@}][^{}]*)\{([^{}]*)\}/gm)]
  const own = blocks.filter(([, names = '']) => names.split(',').some(name => name.trim() === selector))
  expect(own.length, `${file} has ${selector}`).toBeGreaterThan(0)
  const pairs = own.flatMap(([, , body = '']) =>
    body
      .split(';')
      .filter(line => line.includes(':'))
      .map(line => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return Object.fromEntries(pairs)
}

const sheets = ['campaign/colours.css', 'src/styles/tokens.css']
const tokens = (selector: string) => Object.assign({}, ...sheets.map(file => declared(file, selector)))
const light: Readonly<Record<string, string>> = tokens(':root')
const dark: Readonly<Record<string, string>> = tokens(':root.dark')

const rgb = (hex = '') => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

test('the measures of the specification are the style sheet’s tokens', () => {
  expect(light).toMatchObject({
    '--column': `${limits.LAYOUT_WIDTH_PX}px`,
    '--dialog': `${limits.DIALOG_WIDTH_PX}px`,
    '--input-radius': `${limits.INPUT_RADIUS_PX}px`,
    '--input-border': '1px',
    '--tooltip': `${limits.TOOLTIP_MAX_WIDTH_REM}rem`,
    '--toggle-width': `${limits.TOGGLE_REM.width}rem`,
    '--toggle-height': `${limits.TOGGLE_REM.height}rem`,
    '--ripple': `${limits.RIPPLE_MS}ms`,
    '--toast-blur': `${limits.TOAST_BLUR_PX.light}px`,
  })
  expect(dark['--toast-blur']).toBe(`${limits.TOAST_BLUR_PX.dark}px`)
})

test('each measure is used where it belongs', () => {
  expect(declared('src/ui/field.module.css', '.control')).toMatchObject({
    'border-radius': 'var(--input-radius)',
    border: expect.stringContaining('var(--input-border)'),
  })
  expect(declared('src/ui/dialog.module.css', '.dialog').width).toBe('min(100%, var(--dialog))')
  expect(declared('src/ui/tooltip.module.css', '.tip')['max-width']).toMatch(/^min\(var\(--tooltip\), /)
  expect(declared('src/ui/field.module.css', '.toggle input')).toMatchObject({
    width: 'var(--toggle-width)',
    height: 'var(--toggle-height)',
  })
  expect(declared('src/ui/button.module.css', '.wave').animation).toContain('var(--ripple)')
})

test('the column is centred and at most 768px wide', () => {
  expect(declared('src/ui/layout.module.css', '.column')).toMatchObject({
    'max-width': 'var(--column)',
    margin: '0 auto',
  })
})

test('behind the column there is a background', () => {
  expect(declared('src/ui/layout.module.css', '.ground')).toMatchObject({
    background: 'var(--page)',
    'min-height': 'var(--screen)',
  })
})

test('toasts lie top right above everything, over the full width', () => {
  const host = declared('src/ui/toast-host.module.css', '.host')
  expect(host.position).toBe('fixed')
  expect(host.inset).toMatch(/^max\(12px, [^)]*\)\) 12px auto$/)
  expect(host.width).toBe('auto')
  expect(Number(host['z-index'])).toBeGreaterThan(1_000_000)
  expect(declared('src/ui/toast-host.module.css', '.toast')['backdrop-filter']).toBe(
    'blur(var(--toast-blur))',
  )
})

test('the accent is pink-red, the base white or black, progress green in light', () => {
  for (const theme of [light, dark]) {
    const [red = 0, green = 0, blue = 0] = rgb(theme['--accent'])
    expect(red).toBeGreaterThan(2 * blue)
    expect(blue).toBeGreaterThan(green)
  }
  expect([light['--base'], dark['--base']]).toEqual(['#fff', '#000'])
  const [red = 0, green = 0, blue = 0] = rgb(light['--progress'])
  expect(green).toBeGreaterThan(2 * Math.max(red, blue))
})

test('the main button has white text', () => {
  expect(declared('src/ui/button.module.css', '.primary').color).toBe('var(--on-accent)')
  expect([light['--on-accent'], dark['--on-accent'] ?? '#fff']).toEqual(['#fff', '#fff'])
})

test('a dialog has no header bar', () => {
  const source = readFileSync('src/ui/dialog.tsx', 'utf8')
  expect(source).not.toMatch(/<header\b/)
  expect(source).toMatch(/<dialog[\s\S]*<h2 id=\{titleId\}/)
})
