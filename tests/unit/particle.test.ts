import { expect, test } from 'vitest'
import { fill } from '#src/i18n/text.ts'

test.each([
  ['ข้อมูลยังอยู่ครบนะ', 'ข้อมูลยังอยู่ครบ\u2060นะ'],
  ['อยู่ที่ร้านแล้วนะ รหัสใช้ได้', 'อยู่ที่ร้านแล้ว\u2060นะ รหัสใช้ได้'],
  ['“ลองใหม่นะ”', '“ลองใหม่\u2060นะ”'],
  ['ดูสถานะ', 'ดูสถานะ'],
  ['สถานะในประวัติ', 'สถานะในประวัติ'],
  ['ชนะ {name}', 'ชนะ มะลิ'],
])('the particle of "%s" stays on the line of the word before', (text, joined) => {
  expect(fill(text, { name: 'มะลิ' })).toBe(joined)
})
