import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { distance, fingerprintIn, MAX_DISTANCE, positionsOf } from '#server/images/fingerprint/fingerprint.ts'
import { photoReader } from '#server/images/fingerprint/reader.ts'
import { linesOf, type Purchase } from '#server/rehearsal/receipt-paper.ts'
import { receiptPicture } from '#server/rehearsal/receipt-picture.ts'
import { fractionsOf, pickBelow, seededRandom } from '#server/rehearsal/seeded-random.ts'

const reader = photoReader()
afterAll(() => reader.stop())

const purchase: Purchase = {
  chain: 'Bandee Mart',
  branch: 'Lat Phrao 71',
  receiptNo: 'BD-1203-004567',
  purchasedAt: Date.UTC(2026, 10, 30, 20, 5),
  satang: 34_550,
}

const inSatang = (line = '') => Math.round(100 * Number(/[\d.]+$/.exec(line)?.[0]))

test('a receipt of the demo shows its store, number, Bangkok time and total', () => {
  const lines = linesOf(purchase, fractionsOf(seededRandom('one')))
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ +Lat Phrao 71 +$/),
      'NO. BD-1203-004567',
      expect.stringMatching(/^01\/12\/69 +03:05$/),
      expect.stringMatching(/^TOTAL +345\.50$/),
    ]),
  )
})

test('the prices on a receipt are positive, add up to its total, and fit on the paper', () => {
  const anySatang = fc.integer({ min: 1, max: 100_000_00 })
  const check = (satang: number, seed: string) => {
    const lines = linesOf({ ...purchase, satang }, fractionsOf(seededRandom(seed)))
    const [first, second] = lines.flatMap((line, at) => (/^-+$/.test(line) ? [at] : []))
    const prices = lines.slice((first ?? 0) + 1, second).map(inSatang)
    expect(prices.every(price => price > 0)).toBe(true)
    expect(prices.reduce((sum, price) => sum + price, 0)).toBe(satang)
    expect(lines.filter(({ length }) => length > 28)).toEqual([])
  }
  fc.assert(fc.property(anySatang, fc.string(), check))
})

test('the server reads 60 receipts of the demo, and finds no two of them similar', async () => {
  const random = seededRandom('many')
  const fingerprints = []
  for (let count = 0; count < 60; count += 1) {
    const picture = receiptPicture({ ...purchase, satang: 10_000 + 100 * pickBelow(random, 800) }, random)
    const reading = await reader.read(picture, 'image/png')
    fingerprints.push(reading.kind === 'read' ? reading.fingerprint : reading.kind)
  }
  const bits = fingerprints.map(text => fingerprintIn(text ?? ''))
  expect(new Set(bits.map(({ length }) => length))).toEqual(new Set([1024]))
  const pairs = bits.flatMap((one, index) => bits.slice(0, index).map(other => [one, other] as const))
  const closest = pairs.map(([one, other]) =>
    Math.min(...positionsOf(one).map(position => distance(position, other))),
  )
  expect(closest.filter(bits => bits <= MAX_DISTANCE)).toEqual([])
})
