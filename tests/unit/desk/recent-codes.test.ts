import { expect, test } from 'vitest'
import { createRecentCodes } from '#desk/pages/scan/recent-codes.ts'

/** Two codes of one customer from consecutive half minutes, and a code of another customer. */
const [first, firstLater, second] = ['v1.first.100.x', 'v1.first.101.y', 'v1.second.100.z'] as const

/** Notes that the camera has read a code and that the server knows its customer. */
function scanned(code: string, at: number, recent = createRecentCodes()) {
  expect(recent.isNew(code, at)).toBe(true)
  recent.note(code, false, at)
  recent.note(code, true, at)
  return recent
}

test('the code of the customer on the screen is not new for eight seconds, also when it has changed', () => {
  const recent = scanned(first, 10_000)
  expect(recent.isNew(first, 17_000)).toBe(false)
  expect(recent.isNew(firstLater, 24_000)).toBe(false)
  expect(recent.isNew(firstLater, 33_000)).toBe(true)
})

test('after staff have typed the next number, the code of the customer before is not new while it is in view', () => {
  const recent = scanned(first, 10_000)
  recent.note('12345678', false, 11_000)
  // The check of the number took four seconds.
  recent.note(second, true, 15_000)
  for (const [at, code] of [
    [15_500, first],
    [17_000, first],
    [18_500, firstLater],
  ] as const)
    expect(recent.isNew(code, at)).toBe(false)
  expect(recent.isNew(first, 21_000)).toBe(true)
})

test('a customer who comes back after another one is new at once', () => {
  const recent = scanned(second, 10_500, scanned(first, 10_000))
  expect(recent.isNew(first, 11_000)).toBe(true)
})

test('after a refused code, another code of the same customer is new at once', () => {
  const recent = createRecentCodes()
  expect(recent.isNew(first, 10_000)).toBe(true)
  recent.note(first, false, 10_000)
  expect(recent.isNew(first, 11_000)).toBe(false)
  expect(recent.isNew(firstLater, 11_000)).toBe(true)
})
