import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'src/styles/fonts'
const fonts = readdirSync(folder).filter(name => name.endsWith('.woff2'))
const css = readFileSync('src/styles/fonts.css', 'utf8')

test('the typeface of headings has at most 18 kB, with its licence next to it', () => {
  expect(fonts).toHaveLength(2)
  const bytes = fonts.map(name => statSync(`${folder}/${name}`).size)
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(18_000)
  expect(readFileSync(`${folder}/OFL.txt`, 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1')
  expect(readFileSync('NOTICES.md', 'utf8')).toContain(`${folder}/OFL.txt`)
})

test('a font never changes a heading that is already painted', () => {
  const faces = css.match(/@font-face \{[^}]*\}/g) ?? []
  expect(faces).toHaveLength(fonts.length)
  for (const face of faces) expect(face).toContain('font-display: optional')
})
