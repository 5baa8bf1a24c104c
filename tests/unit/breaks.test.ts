import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breaks, breaksByPart } from '#tests/breaks/all.ts'
import { withBreak } from '#tests/breaks/apply.ts'
import { notBroken } from '#tests/breaks/not-broken.ts'
import { outboxBreaks } from '#tests/breaks/outbox.ts'
import { titlePattern } from '#tests/breaks/proofs.ts'
import { planted } from '#tests/campaign-day/planted.ts'
import { rowsOf } from '#tests/kit/spec-coverage.ts'
import { mutants } from '#tests/model/mutants.ts'

const rows = readdirSync('docs/spec-coverage').flatMap(name =>
  rowsOf(readFileSync(`docs/spec-coverage/${name}`, 'utf8')),
)
const ids = rows.map(({ id }) => id)
/** The titles of S5.3 and S9.1: the specification states this limit twice. */
const sameSentence = ['… 1 to 5', 'Messages per send or share: 1 to 5']

test('each row of the specification has one break, or a reason why it has none', () => {
  const listed = [...breaksByPart.flatMap(part => Object.keys(part)), ...Object.keys(notBroken)]
  expect(listed.toSorted()).toEqual(ids.toSorted())
})

test('each break changes exactly one line that exists', () => {
  const texts = new Map<string, string>()
  const ofOutbox = Object.values(outboxBreaks).flatMap(({ breaks }) => breaks)
  const ofCampaigns = Object.values(planted).flatMap(({ lines }) => lines)
  for (const one of [...Object.values(breaks), ...ofOutbox, ...ofCampaigns]) {
    const text = texts.get(one.file) ?? readFileSync(one.file, 'utf8')
    texts.set(one.file, text)
    expect(withBreak(text, one)).not.toBe(text)
  }
})

test('each mutant of the outbox’s model has a break of the real outbox, and cites tests that exist', () => {
  expect(Object.keys(outboxBreaks)).toEqual(Object.keys(mutants))
  const missing = Object.values(outboxBreaks)
    .flatMap(({ proofs }) => proofs)
    .filter(name => {
      const [path, title = ''] = name.split(' › ')
      return title === '' || !readFileSync(`tests/${path}`, 'utf8').includes(title)
    })
  expect(missing).toEqual([])
  for (const { breaks, proofs } of Object.values(outboxBreaks))
    expect([[breaks].flat().length, [proofs].flat().length]).not.toContain(0)
})

test('two rows share a break only if they say the same', () => {
  const says = new Map(rows.map(row => [row.id, row.says]))
  const seen = new Map<string, string>()
  for (const [id, { file, find, replace }] of Object.entries(breaks)) {
    const key = JSON.stringify([file, find, replace])
    const other = seen.get(key)
    if (other !== undefined) expect([says.get(other), says.get(id)]).toEqual(sameSentence)
    seen.set(key, id)
  }
})

test('refuses a break whose text is missing, occurs twice or has two lines', () => {
  const one = { file: 'a.ts', find: 'b', replace: 'c' }
  expect(withBreak('abd', one)).toBe('acd')
  for (const text of ['a', 'bb']) expect(() => withBreak(text, one)).toThrow('a.ts: "b" occurs')
  expect(() => withBreak('b\nb', { ...one, find: 'b\nb' })).toThrow('in one line')
})

test('finds a test by its title in the source, with the placeholders filled in', () => {
  const fits = (title: string, shown: string) => RegExp(`^${titlePattern(title)}$`).test(shown)
  expect(fits('%s of %o names the wrong field', '/a of { "b": 1 } names the wrong field')).toBe(true)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this string is the source of a template.
  expect(fits('photo (${n})', 'photo (3)')).toBe(true)
  expect(fits('photo numb…', 'photo number 3')).toBe(true)
  expect(fits('a photo', 'a photograph')).toBe(false)
})
