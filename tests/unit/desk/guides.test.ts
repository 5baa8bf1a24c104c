import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from '#desk/texts/en.ts'
import { th } from '#desk/texts/th.ts'

const folder = 'docs/guides/desk'
const guides = readdirSync(folder).filter(name => name.endsWith('.md'))
const isThai = (name: string) => name.endsWith('.th.md')

test('each guide of the desk exists in Thai and English, with the same pictures and chapters', () => {
  const english = guides.filter(name => !isThai(name))
  expect(english.length).toBeGreaterThan(0)
  expect(guides.filter(isThai)).toEqual(english.map(name => name.replace('.md', '.th.md')))
  for (const name of english) {
    const [one, other] = [name, name.replace('.md', '.th.md')].map(file =>
      shapeOf(readFileSync(`${folder}/${file}`, 'utf8')),
    )
    expect([name, other]).toEqual([name, one])
  }
})

/** Returns the heading levels, the number of table rows, and the names of the pictures without their language. */
function shapeOf(text: string) {
  return {
    headings: [...text.matchAll(/^#+/gm)].map(([mark]) => mark),
    rows: [...text.matchAll(/^\|/gm)].length,
    pictures: [...text.matchAll(/\((\S+?)-(?:th|en)\.webp\)/g)].map(([, name]) => name),
  }
}

test.each(guides)('every bold name in %s is a text on the desk’s screens', name => {
  const texts: readonly string[] = Object.values(isThai(name) ? th : en)
  const bold = [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/\*\*(.+?)\*\*/g)].map(
    ([, words = '']) => words,
  )
  expect(bold.filter(words => !texts.includes(words))).toEqual([])
})
