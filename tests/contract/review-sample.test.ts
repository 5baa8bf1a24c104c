import { beforeEach, expect, test } from 'vitest'
import { type Random, systemRandom } from '#server/random.ts'
import { undoDecision } from '#server/review/decide.ts'
import { errorRates } from '#server/review/error-rate.ts'
import { isDrawn, SECOND_LOOK_AFTER_MS, SECOND_LOOK_BAHT } from '#server/review/second-look.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { approved, rejected, reviewers } from '#tests/kit/reviewers.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const customer = eachTest(() => server.signIn())
const { at, next, work } = reviewers(server)
beforeEach(() => setCampaign(server, { second_look_percent: 100 }))

const send = async () => (await sendReceipt(server, customer, { amount: 300 })).body.id

async function secondLooks() {
  const rows = await server.db
    .selectFrom('review_decision')
    .select(['in_sample', 'sampled_by'])
    .orderBy('in_sample')
    .execute()
  return rows.map(row => [row.in_sample, row.sampled_by] as const)
}
/** Returns a random source that draws with this byte. A decision is always drawn with 0 and never with 255. */
const drawing = (byte: number): Random => ({
  bytes: length => (length === 4 ? new Uint8Array(4).fill(byte) : server.deps.random.bytes(length)),
})

test('the sample is drawn when the decision is stored, so nothing that customers or reviewers know tells it', async () => {
  await setCampaign(server, { second_look_percent: 50, max_receipts_per_day: 1000 })
  const ids: string[] = []
  for (let n = 0; n < 20; n += 1) ids.push(await send())
  const decideAll = async () => {
    for (let n = 0; n < ids.length; n += 1) await work('first', rejected, server.deps.random)
    const rows = await server.db
      .selectFrom('review_decision')
      .select(['receipt_id', 'in_sample'])
      .orderBy('receipt_id')
      .execute()
    await server.db.deleteFrom('review_decision').execute()
    await update(server, 'receipt', { status: 'pending' })
    return rows.map(row => row.in_sample).join('')
  }
  const [one, two] = [await decideAll(), await decideAll()]
  expect([one.length, two.length, one === two]).toEqual([20, 20, false])
})

test('the sample has the share that the campaign sets', () => {
  const random = systemRandom()
  const share = (percent: number | null) =>
    Array.from({ length: 20_000 }, () => isDrawn(random, percent)).filter(Boolean).length / 20_000
  expect([share(0), share(100)]).toEqual([0, 1])
  // The tolerance is six standard deviations.
  expect(Math.abs(share(null) - 0.05)).toBeLessThan(6 * Math.sqrt((0.05 * 0.95) / 20_000))
})

test('the sample always has the decisions from the campaign’s amount on, and only they are not drawn', async () => {
  await setCampaign(server, { second_look_percent: 0 })
  for (const amount of [SECOND_LOOK_BAHT - 0.01, SECOND_LOOK_BAHT]) {
    await sendReceipt(server, customer, { amount })
    await work('first', amount < SECOND_LOOK_BAHT ? approved : rejected)
  }
  expect(await secondLooks()).toEqual([
    [0, null],
    [1, 'amount'],
  ])
  await setCampaign(server, { second_look_baht: 300 })
  await send()
  await work('first', approved)
  expect((await secondLooks()).filter(([, by]) => by === 'amount')).toHaveLength(2)
})

test('the sample keeps the draw of a decision that is taken back and made again', async () => {
  await setCampaign(server, { second_look_percent: 50 })
  for (const [bytes, expected] of [
    [0, [1, 'draw']],
    [255, [0, null]],
  ] as const) {
    await send()
    const decided = await work('first', approved, drawing(bytes))
    for (let version = decided.version; version < decided.version + 6; version += 2) {
      await undoDecision(server.db, { ...at('first'), ...decided, version })
      await work('first', approved, drawing(255 - bytes))
    }
    expect(new Set((await secondLooks()).map(row => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify(expected)]),
    )
    await server.db.deleteFrom('review_decision').execute()
  }
})

test('the sample of earlier releases stays, and counts as drawn; decisions with a high amount count for no rate', async () => {
  const id = await send()
  await work('first', approved)
  await update(server, 'review_decision', { sampled_by: null })
  server.clock.advance(SECOND_LOOK_AFTER_MS)
  expect((await next('second'))?.receiptId).toBe(id)
  await work('second', rejected)
  const checked = async () => (await errorRates(server.db))[0]?.checked
  expect(await checked()).toBe(1)
  await update(server, 'review_decision', { sampled_by: 'amount' })
  expect(await checked()).toBe(0)
})
