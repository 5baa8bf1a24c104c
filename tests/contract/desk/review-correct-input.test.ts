import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { systemRandom } from '#server/random.ts'
import { campaignOf, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { askerFirst } from '#tests/kit/reviewers.ts'
import { eachTest, rowsOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(() => testServer({ deps: { random: askerFirst(systemRandom()) } }))
const desk = eachTest(() => testDesk(server))
const customer = eachTest(() => server.signIn())
const other = eachTest(() => server.signIn())

type Wrong = readonly [field: string, value: unknown, code: string]

/** Returns invalid values. A reviewer can type some of them; only a different client can send the others. */
async function wrongValues(): Promise<readonly Wrong[]> {
  const { opens_at, closes_at } = await campaignOf(server)
  const now = server.clock.now()
  return [
    ...[0, -5, 0.5, 1_000_000.01, 1e9].map((value): Wrong => ['amount', value, 'range']),
    ...[100.001, 99.999].map((value): Wrong => ['amount', value, 'decimals']),
    ...[1, 99.99].map((value): Wrong => ['amount', value, 'minimum']),
    ...['125', null, true, [125]].map((value): Wrong => ['amount', value, 'type']),
    ...['', '  ', '\u200b'].map((value): Wrong => ['receiptNo', value, 'required']),
    ['receiptNo', 'x'.repeat(41), 'length'],
    ...['BD\u00071', 'BD\n123'].map((value): Wrong => ['receiptNo', value, 'characters']),
    ...['---', 'B-D', 'BD-1@', '<b>1</b>', '😀😀😀'].map((value): Wrong => ['receiptNo', value, 'receiptNo']),
    ['receiptNo', 123, 'type'],
    ...['TAKEN-1', 'taken 1', 'OWN-1'].map((value): Wrong => ['receiptNo', value, 'duplicate']),
    ...['', 'yesterday', '2026-11-20', '2026-11-20T12:00', '2026-02-31T12:00:00+07:00'].map(
      (value): Wrong => ['purchasedAt', value, 'dateTime'],
    ),
    ['purchasedAt', isoOf(now).replace('2026', '2569'), 'future'],
    ['purchasedAt', isoOf(now + HOUR_MS), 'future'],
    ['purchasedAt', isoOf(opens_at - MINUTE_MS), 'period'],
    ['purchasedAt', isoOf(closes_at + DAY_MS), 'future'],
    ['purchasedAt', now, 'type'],
    ['storeId', 0, 'required'],
    ['storeId', -1, 'range'],
    ['storeId', 1.5, 'integer'],
    ['storeId', 2 ** 31, 'range'],
    ['storeId', '1', 'type'],
    ['storeId', 9999, 'unknown'],
    ['storeId', 3, 'closed'],
  ]
}

const tables = [
  'receipt',
  'receipt_claim',
  'receipt_dispute',
  'review_decision',
  'ticket',
  'message',
] as const
const stored = async () => [
  ...(await Promise.all(tables.map(table => rowsOf(server, table)))),
  await rowsOf(server, 'audit'),
  await rowsOf(server, 'audit_text'),
  await rowsOf(server, 'review_lease'),
]

/** Sends two receipts whose numbers are then taken, and the receipt that is reviewed next. Returns the latter's id. */
async function reviewing() {
  await setCampaign(server, { second_look_percent: 100 })
  await sendReceipt(server, other, { receiptNo: 'TAKEN-1' })
  await sendReceipt(server, customer, { receiptNo: 'OWN-1' })
  const { id } = (await sendReceipt(server, customer, { receiptNo: 'BD-77-1', amount: 250 })).body
  await update(server, 'receipt', { risk: 900 }, { id })
  await update(server, 'store', { active: 0 }, { id: 3 })
  return id
}

async function next(name: string) {
  const person = await desk.join('reviewer', name)
  const tab = randomUUID()
  const { item } = (await person.call('reviewNext', { body: { tab, holding: [] } })).body
  const base = { tab, receiptId: item?.receiptId ?? '', version: item?.version ?? 0 }
  return {
    item,
    decide: (corrected: unknown) =>
      person.call('reviewDecide', { rawBody: { ...base, decision: { kind: 'approved', corrected } } }),
  }
}

type Review = Awaited<ReturnType<typeof next>>

/** Sends each invalid value. Returns the values that the desk did not refuse as expected. */
async function accepted({ decide }: Review, wrong: readonly Wrong[]) {
  const found: unknown[] = []
  for (const [field, value, code] of wrong) {
    const { status, error } = await decide({ [field]: value })
    const fields = error.fields?.map(one => [one.path, one.code])
    const isNamed = fields?.length === 1 && String(fields[0]) === `decision.corrected.${field},${code}`
    if (status !== 400 || !isNamed) found.push([field, value, status, error.error, fields])
  }
  return found
}

test('more than thirty wrong corrections are each refused with the field, and nothing is stored', async () => {
  const id = await reviewing()
  const review = await next('Fon')
  expect(review.item?.receiptId).toBe(id)
  const wrong = await wrongValues()
  expect(wrong.length).toBeGreaterThan(40)
  const before = await stored()
  expect(await accepted(review, wrong)).toEqual([])
  for (const corrected of [{}, { amount: 300, note: 'x' }, { images: [] }, null, []])
    expect((await review.decide(corrected)).status).toBe(400)
  // A valid value is not stored either if it is sent with an invalid one.
  expect((await review.decide({ amount: 900, receiptNo: 'TAKEN-1' })).status).toBe(400)
  expect(await stored()).toEqual(before)
  // The reviewer still has the receipt.
  expect((await review.decide({ amount: 900 })).status).toBe(200)
})

test('a second look refuses the same values in the same words, so that it cannot be recognised', async () => {
  await reviewing()
  await (await next('Fon')).decide({ amount: 900 })
  server.clock.advance(11 * MINUTE_MS)
  await update(server, 'receipt', { status: 'void' }, { status: 'pending' })
  const second = await next('Nok')
  expect(second.item?.sides[0]).toMatchObject({ amountSatang: 25_000, status: 'pending' })
  const before = await stored()
  expect(await accepted(second, await wrongValues())).toEqual([])
  expect(await stored()).toEqual(before)
})
