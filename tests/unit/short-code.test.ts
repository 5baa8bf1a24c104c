import { expect, test } from 'vitest'
import { readShortCode, shortCodeOf, shownShortCode } from '#contract/short-code.ts'

const payload = (mac: string) => `CQ1.01920000-0000-7000-8000-000000000001.59670000.${mac}`

test('each code has a number of eight digits, which its signature decides', () => {
  expect(shortCodeOf(payload('AAAAAAAAAAAAAAAAAAAAAA'))).toBe('00000000')
  expect(shortCodeOf(payload('________AAAAAAAAAAAAAA'))).toBe(
    String((2 ** 48 - 1) % 10 ** 8).padStart(8, '0'),
  )
  expect(shortCodeOf(payload('-_-_-_-_-_-_-_-_-_-_-_'))).toMatch(/^\d{8}$/)
})

test('the number is shown in two halves, and read however a keyboard writes it', () => {
  expect(shownShortCode('01234567')).toBe('0123 4567')
  for (const typed of ['01234567', ' 0123 4567 ', '0123-4567', '๐๑๒๓ ๔๕๖๗', '０１２３４５６７'])
    expect(readShortCode(typed)).toBe('01234567')
  for (const typed of ['', '1234567', '123456789', 'CQ1.x', '1234567a'])
    expect(readShortCode(typed)).toBeNull()
})
