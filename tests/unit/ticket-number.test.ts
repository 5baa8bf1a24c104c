import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTicketNumber, ticketNumberOf } from '#contract/ticket-number.ts'

const read = (typed: string) => readTicketNumber(typed, 'FF')

test('shows six digits or more and a check digit after the prefix', () => {
  expect(ticketNumberOf('FF', 4512)).toBe('FF-004512-5')
  expect(ticketNumberOf('FF', 1)).toBe('FF-000001-3')
  expect(ticketNumberOf('FF', 1_234_567)).toMatch(/^FF-1234567-\d$/)
})

test('reads every number that it shows', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), no => {
      expect(read(ticketNumberOf('FF', no))).toEqual({ no })
    }),
  ))

test.each([
  ['lower case', 'ff-004512-5'],
  ['spaces', '  FF 004512 5 '],
  ['missing dashes', 'FF0045125'],
  ['other dashes', 'FF–004512—5'],
  ['Thai digits', 'FF-๐๐๔๕๑๒-๕'],
  ['full-width characters', 'ＦＦ－００４５１２－５'],
  ['an invisible direction mark', '\u200eFF-004512-5\u200f'],
  ['a missing prefix', '004512-5'],
])('accepts %s', (_, typed) => expect(read(typed)).toEqual({ no: 4512 }))

test.each([
  ['nothing', '', 'format'],
  ['a missing digit', 'FF-04512-5', 'format'],
  ['a letter among the digits', 'FF-00451Z-5', 'format'],
  ['too many digits', 'FF-1234567890-1', 'format'],
  ['a uuid', '01920000-0000-7000-8000-000000000001', 'format'],
  ['another campaign', 'GG-004512-5', 'prefix'],
  ['a wrong check digit', 'FF-004512-6', 'check'],
])('refuses %s and says why', (_, typed, problem) => expect(read(typed)).toEqual({ problem }))

describe('the check digit finds', () => {
  // The first numbers, numbers with repeated digits, and numbers with more than six digits.
  const numbers = [...Array(300).keys(), 4512, 100_000, 112_233, 909_090, 987_654, 1_234_567, 20_406_080].map(
    no => ticketNumberOf('FF', no + 1),
  )
  const digitsOf = (number: string) => number.replace(/\D/g, '')

  test('every wrong digit', () => {
    for (const digits of numbers.map(digitsOf))
      for (let at = 0; at < digits.length; at++)
        for (const wrong of '0123456789')
          if (wrong !== digits[at])
            expect(read(`${digits.slice(0, at)}${wrong}${digits.slice(at + 1)}`)).toEqual({
              problem: 'check',
            })
  })

  test('every swap of two neighbouring digits, also of 0 and 9', () => {
    for (const digits of numbers.map(digitsOf))
      for (let at = 1; at < digits.length; at++) {
        const [left, right] = [digits[at - 1], digits[at]]
        if (left === right) continue
        const swapped = `${digits.slice(0, at - 1)}${right}${left}${digits.slice(at + 1)}`
        expect(read(swapped)).toEqual({ problem: 'check' })
      }
  })
})
