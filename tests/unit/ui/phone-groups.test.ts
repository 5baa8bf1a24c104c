import { expect, test } from 'vitest'
import { editPhone, groupedPhone, withLeadingZero } from '#src/ui/customer-form/phone-groups.ts'

test.each([
  ['', ''],
  ['081', '081'],
  ['0812', '081-2'],
  ['0812345', '081-234-5'],
  ['0812345678', '081-234-5678'],
  ['๐๘๑๒๓๔๕๖๗๘', '081-234-5678'],
  ['+66 81 234 5678', '081-234-5678'],
  ['0066812345678', '081-234-5678'],
  ['66812345678', '081-234-5678'],
  // These are not Thai mobile numbers. They stay as typed, so that the customer sees what is wrong.
  ['+6681', '+6681'],
  ['08123456789', '08123456789'],
  ['081 ต่อ 12', '081 ต่อ 12'],
])('the phone number %o is shown as %o', (typed, shown) => expect(groupedPhone(typed)).toBe(shown))

/** Reads the text and the position of the caret, which is written as `|`. */
const caret = (marked: string) => ({ text: marked.replace('|', ''), at: marked.indexOf('|') })
const marked = ({ text, at }: { text: string; at: number }) => `${text.slice(0, at)}|${text.slice(at)}`

test.each([
  ['a digit at the end', '081', '0812|', null, '081-2|'],
  ['a digit in the middle', '081-234-567', '089|1-234-567', null, '089|-123-4567'],
  ['a pasted number with a country code', '', '+66812345678|', null, '081-234-5678|'],
  ['an autofilled number', '08', '0812345678|', null, '081-234-5678|'],
  ['backspace at the end', '081-2', '081-|', 'backward', '081|'],
  ['backspace on a dash deletes the digit before it', '081-234', '081|234', 'backward', '08|2-34'],
  ['delete on a dash deletes the digit after it', '081-234', '081|234', 'forward', '081|-34'],
  ['backspace in the middle', '081-234-5678', '081-2|4-5678', 'backward', '081-2|45-678'],
  ['everything deleted', '081-234-5678', '|', 'backward', '|'],
] as const)('the caret stays at its digit: %s', (_, before, typed, deleted, after) =>
  expect(marked(editPhone(before, caret(typed), deleted))).toBe(after),
)

test('adds a missing zero to a mobile number when the field is left', () => {
  expect(withLeadingZero('812-345-678')).toBe('081-234-5678')
  for (const other of ['081-234-5678', '212-345-678', '81234567', 'x'])
    expect(withLeadingZero(other)).toBe(other)
})
