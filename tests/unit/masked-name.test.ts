import { expect, test } from 'vitest'
import { maskedName } from '#server/draw/masked-name.ts'
import { firstSyllable } from '#server/draw/thai-syllable.ts'
import { thaiNames } from '#tests/kit/thai-names.ts'

const names = thaiNames.trim().split(/\s+/)

test('cuts more than 500 frequent names between two syllables', () => {
  expect(names.length).toBeGreaterThan(500)
  const cut = names.map(marked => {
    const name = marked.replace('|', '')
    const shown = firstSyllable(name)
    return `${shown}|${name.slice(shown.length)}`
  })
  expect(cut).toEqual(names)
})

test.each([
  ['สมชาย', 'ใจดี', 'สม*** จ***'],
  ['พรทิพย์', 'แก้วกล้า', 'พร*** ก***'],
  ['ประเสริฐ', 'ศรีสุข', 'ประ*** ศ***'],
  ['เกรียงไกร', 'โพธิ์ทอง', 'เกรียง*** พ***'],
  ['จันทร์เพ็ญ', 'หนูน้อย', 'จันทร์*** ห***'],
  ['วรรณวิมล', 'ณ อยุธยา', 'วรรณ*** ณ***'],
  ['ไพลิน', 'ไชยวงศ์', 'ไพ*** ช***'],
  ['Nattapong', 'Suksai', 'Na*** S***'],
])('%s %s is published as %s', (first, last, masked) => expect(maskedName(first, last)).toBe(masked))

test.each([
  ['น้อย', 'ดี', 'น*** ด***'],
  ['เปรม', null, 'ป*** ***'],
  ['ก', 'ข', '*** ***'],
  ['Bo', 'A', 'B*** ***'],
  ['B', '', '*** ***'],
  ['', 'ใจดี', '***'],
  [null, null, '***'],
])('never shows a short name completely: %s %s', (first, last, masked) =>
  expect(maskedName(first, last)).toBe(masked),
)

test('never cuts between a consonant and its vowel, tone mark or garan', () => {
  for (const name of names.map(marked => marked.replace('|', ''))) {
    const rest = name.slice(firstSyllable(name).length)
    expect(rest).not.toMatch(/^[ะัาำิีึืุู็\u0e48-\u0e4c]/)
    expect(firstSyllable(name)).not.toMatch(/[เแโใไ]$/)
  }
})
