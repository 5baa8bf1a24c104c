import { expect, test } from 'vitest'
import { partsOfPurchase, purchaseDays, purchaseOf, weekdayOf } from '#src/domain/purchase-days.ts'

const campaign = { opensAt: '2026-11-18T00:00:00+07:00', closesAt: '2026-11-21T00:00:00+07:00' }
const at = (time: string) => Date.parse(time)

test('the days of the campaign until today, newest first', () =>
  expect(purchaseDays(campaign, at('2026-11-19T12:00:00+07:00'))).toEqual(['2026-11-19', '2026-11-18']))

test('a day begins at midnight in Bangkok, which is the evening before in UTC', () => {
  expect(purchaseDays(campaign, at('2026-11-18T16:59:59Z'))[0]).toBe('2026-11-18')
  expect(purchaseDays(campaign, at('2026-11-18T17:00:00Z'))[0]).toBe('2026-11-19')
})

test('ends with the last day before the close, also for receipts that are sent late', () =>
  expect(purchaseDays(campaign, at('2026-11-21T09:00:00+07:00'))).toEqual([
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
  ]))

test('offers the last sixty days while the dates are not known', () =>
  expect(purchaseDays(null, at('2026-11-20T12:00:00+07:00'))).toHaveLength(61))

test('keeps a day without a time, and a time without a day', () => {
  expect(purchaseOf('2026-11-19', '')).toBe('2026-11-19T')
  expect(partsOfPurchase('2026-11-19T')).toEqual({ day: '2026-11-19', time: '' })
  expect(partsOfPurchase(purchaseOf('', '18:25'))).toEqual({ day: '', time: '18:25' })
  expect(purchaseOf('', '')).toBe('')
  expect(partsOfPurchase('')).toEqual({ day: '', time: '' })
})

test('knows the day of the week', () => {
  expect(weekdayOf('2026-11-22')).toBe(0)
  expect(weekdayOf('2026-11-20')).toBe(5)
})
