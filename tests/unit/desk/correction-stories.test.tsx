import { expect, test } from 'vitest'
import { sendReceipt } from '#tests/kit/activity.ts'
import type { DeskPage } from '#tests/kit/desk-page.tsx'
import { reviewWorld, shown } from '#tests/kit/review-page.ts'
import { eachTest, rowsOf, update } from '#tests/kit/server.ts'

const world = eachTest(reviewWorld)
const receipts = () => rowsOf(world.server, 'receipt')

const AMOUNT = 'Amount in baht'
const NUMBER = 'Number'
const TIME = 'Bought, in Thai time'
const APPROVE = 'Correct and approve'

/** Sends receipts, opens the review, and opens the correction form of the first receipt. */
async function correcting(count = 2): Promise<DeskPage> {
  await world.send(count)
  const page = await world.openPage('/review', 'reviewer')
  await page.pressKey('e')
  return page
}

test('a corrected receipt is approved with what the photo shows, and an undo brings back what was sent', async () => {
  const page = await correcting()
  expect(page.isDisabled(APPROVE)).toBe(true)
  await page.type(AMOUNT, '1,250.50')
  expect(page.text()).toContain('1,250.5 baht gives 12 entries')
  await page.type(NUMBER, ' BD-77-0001 ')
  await page.press(APPROVE)
  const [first] = await receipts()
  expect(first).toMatchObject({ status: 'approved', amount_satang: 125_050, receipt_no: 'BD-77-0001' })
  expect(JSON.parse(first?.corrected_from ?? '')).toEqual({ amount_satang: 20_100, receipt_no: 'R-1-000' })
  expect([shown(page), page.alerts()]).toEqual(['2', []])
  await page.pressKey('u')
  expect((await receipts())[0]).toMatchObject({
    status: 'pending',
    amount_satang: 20_100,
    receipt_no: 'R-1-000',
  })
  expect(shown(page)).toBe('1')
})

test('no key decides while a correction is typed, and Escape leaves the receipt as it was', async () => {
  const page = await correcting()
  await page.type(AMOUNT, '1250')
  for (const key of ['a', 's', 'r', 'u', 'e']) await page.pressKey(key, { on: document.body })
  expect([shown(page), await world.statuses(), page.dialogs()]).toEqual(['1', 'pending pending', []])
  await page.pressKey('Escape', { on: page.field(AMOUNT) })
  await page.pressKey('a')
  expect(await receipts()).toMatchObject([{ status: 'approved', amount_satang: 20_100 }, {}])
})

function errorAt(page: DeskPage, label: string): string | null {
  const ids = page.field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  const id = ids.find(one => one.endsWith('-error'))
  return id === undefined ? null : (document.getElementById(id)?.textContent ?? null)
}

/** For each field, an error that the form shows there, and the wrong texts that lead to it. */
const WRONG: readonly (readonly [field: string, says: string, ...typed: string[]])[] = [
  [
    AMOUNT,
    'Write the amount in digits',
    '',
    'abc',
    '1.250',
    '12 50',
    '1e5',
    '-5',
    '1,25,0',
    '1250,505',
    '12o',
    '฿',
  ],
  [AMOUNT, 'From 1 to 1,000,000 baht', '0', '0.5', '1000000.01', '99999999'],
  [AMOUNT, 'The campaign counts receipts from 100 baht', '1', '99.99'],
  [NUMBER, 'Write what the receipt shows', '', '   ', '\u200b', '--'],
  [NUMBER, 'This is too long', 'x'.repeat(41)],
  [NUMBER, 'A receipt number has at least three', '---', 'B-D', 'BD-1@', '<b>1</b>', '😀😀😀'],
  [NUMBER, 'Another receipt has this number', 'TAKEN-1', 'taken1'],
  [TIME, 'Write the whole day and time', ''],
  [TIME, 'This time has not come yet', '2030-01-01T10:00', '2573-01-01T10:00', '9999-12-31T23:59'],
  [TIME, 'The campaign does not count purchases of this time', '2020-01-01T10:00', '2563-01-01T10:00'],
]

test('more than thirty wrong values are named at their field, and nothing is stored', async () => {
  expect(WRONG.flatMap(([, , ...typed]) => typed).length).toBeGreaterThan(30)
  // Another purchase at the store already has this number.
  await sendReceipt(world.server, await world.server.signIn(), { receiptNo: 'TAKEN-1' })
  await update(world, 'receipt', { status: 'approved' })
  const page = await correcting()
  const before = await receipts()
  for (const [field, says, ...all] of WRONG)
    for (const typed of all) {
      const old = (page.field(field) as HTMLInputElement).value
      await page.type(field, typed)
      await page.press(APPROVE)
      expect([typed, errorAt(page, field)]).toEqual([typed, expect.stringContaining(says)])
      expect([typed, page.alerts()]).toEqual([typed, []])
      await page.type(field, old)
      expect([typed, errorAt(page, field)]).toEqual([typed, null])
    }
  expect(await receipts()).toEqual(before)
})

test('a correction that did not reach the server stays in the form', async () => {
  const page = await correcting()
  await page.type(AMOUNT, '1250')
  page.network.breakBy(name => (name === 'reviewDecide' ? 'request-lost' : 'arrives'))
  await page.press(APPROVE)
  expect(page.alerts()[0]).toContain('The server cannot be reached')
  page.network.breakBy(() => 'arrives')
  await page.press(APPROVE)
  expect([shown(page), (await receipts())[0]?.amount_satang]).toEqual(['2', 125_000])
})

test.each([
  ['amount', AMOUNT, '1250', { amount_satang: 125_000 }],
  ['number', NUMBER, 'BD-77-0001', { receipt_no: 'BD-77-0001' }],
] as const)('a disputed receipt whose %s is corrected', async (what, field, typed, stored) => {
  const [somchai, malee] = [await world.server.signIn(), await world.server.signIn()]
  await sendReceipt(world.server, somchai, { receiptNo: 'R-1-000' })
  const { id } = (await sendReceipt(world.server, malee, { receiptNo: 'R1000', amount: 300 })).body
  await update(world.server, 'receipt', { risk: 900 }, { id })
  const page = await world.openPage('/review', 'reviewer')
  await page.pressKey('e')
  await page.type(field, typed)
  await page.press(APPROVE)
  const asks = page.dialogs().length > 0
  expect(asks).toBe(what === 'amount')
  if (asks) await page.pressKey('1')
  expect(await rowsOf(world.server, 'receipt', { id })).toMatchObject([{ status: 'approved', ...stored }])
})
