import { expect, test } from 'vitest'
import { drawRefusals } from '#contract/desk/draw-refusals.ts'
import { refusals as english } from '#desk/texts/en/refusals.ts'
import { en as allEnglish } from '#desk/texts/en.ts'
import { refusals as thai } from '#desk/texts/th/refusals.ts'
import { th as allThai } from '#desk/texts/th.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { refusalTexts } from '#server/draw/refusal-texts.ts'
import { reviewErrorCodes } from '#server/review/errors.ts'

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

test.each(drawRefusals)('%s has a text in Thai and in English with the same values', code => {
  const [th, en] = [thai[`refused.${code}`], english[`refused.${code}`]]
  expect(th).toMatch(/[ก-๙]/)
  expect(en).not.toMatch(/[ก-๙]/)
  // Each text uses the prize titles in its own language.
  const same = (text: string) => placeholders(text.replace(/\{prizes(Th|En)\}/, '{prizes}'))
  expect(same(en)).toEqual(same(th))
  // Both come from the same refusal, so the command line's text has all values that the desk's texts need.
  const known = placeholders(refusalTexts[code].replace(/\{prizes(Th|En)\}/, '{prizes}'))
  expect(known).toEqual(expect.arrayContaining(same(th)))
})

test('the desk’s list has no other texts of refusals', () => {
  const codes = Object.keys(thai).filter(key => key.startsWith('refused.'))
  expect(codes.sort()).toEqual(drawRefusals.map(code => `refused.${code}`).sort())
})

test('the command line’s sentence has its values, and times in Bangkok', () => {
  const time = Date.parse('2027-01-16T09:00:00Z')
  expect(new DrawRefusal('BEACON_NOT_YET', { time }).message).toBe(
    'The beacon is not known before 2027-01-16 16:00 (Bangkok time).',
  )
  expect(new DrawRefusal('RECEIPTS_PENDING', { count: 3 }).message).toMatch(/^3 receipts are pending/)
})

// The desk reports the other two codes as CHANGED.
const refused = reviewErrorCodes.filter(code => code !== 'LEASE_LOST' && code !== 'CHANGED')

test.each([...refused, 'OWN_DECISION', 'CUSTOMER_CANCELLED'] as const)(
  '%s, a refusal of the review or of a block, has a text in both languages',
  code => {
    const key = `refused.${code}` as const
    expect(allThai[key]).toMatch(/[ก-๙]/)
    expect(allEnglish[key]).toMatch(/^[A-Z][^ก-๙]+\.$/)
  },
)
