import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { nextForReviewer } from '#server/review/assign.ts'
import { reviewCard } from '#server/review/card.ts'
import { decide } from '#server/review/decide.ts'
import { deleteExpired, LEASE_MS } from '#server/review/lease.ts'
import { distanceKm } from '#server/review/province-places.ts'
import { sameAddress } from '#server/review/risk-read.ts'
import { scorePending } from '#server/review/score-pending.ts'
import { neighboursOf } from '#server/review/similar.ts'
import { sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { eachTest, rowOf, rowsOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())

type Change = Parameters<typeof sendReceipt>[2]
async function send(who: SignedIn, change: Change = {}): Promise<string> {
  server.clock.advance(1000)
  const { status, body } = await sendReceipt(server, who, change)
  expect(status).toBe(200)
  return body.id
}
/** Scores all pending receipts, and returns how many scores were stored. */
async function scoreAll(): Promise<number> {
  let count = 0
  for (let scored = await scorePending(server.db); scored > 0; scored = await scorePending(server.db))
    count += scored
  return count
}
const riskOf = async (id: string) => {
  const { risk, risk_codes } = await rowOf(server, 'receipt', { id })
  return { risk, codes: risk_codes?.split(',') ?? [] }
}
const hoursAgo = (hours: number) => new Date(server.clock.now() - hours * HOUR_MS).toISOString()
/** The amount of the newest receipt, so that each receipt of a test can get a different one. */
let amount = 100
const own = () => ({ amount: ++amount })

test('scores a receipt once, and again only if it changes or a similar one is sent', async () => {
  const first = await send(somchai, { ...own(), receiptNo: 'A-10500' })
  expect([await scoreAll(), await scoreAll()]).toEqual([1, 0])
  expect(await riskOf(first)).toEqual({ risk: 0, codes: [] })
  const other = await send(malee, { ...own(), receiptNo: 'Z-7777' })
  expect(await scoreAll()).toBe(1)
  const copy = await send(malee, { ...own(), receiptNo: 'A-10501', purchasedAt: hoursAgo(20) })
  expect(await scoreAll()).toBe(2)
  expect([await riskOf(copy), await riskOf(first)].map(one => one.codes)).toEqual([
    ['next-number'],
    ['next-number'],
  ])
  // The copy was sent later, so its risk is higher.
  expect((await riskOf(copy)).risk).toBeGreaterThan((await riskOf(first)).risk)
  const { body } = await malee.call('getReceipt', { params: { id: copy } })
  const { storeId, purchasedAt, images } = body
  const changed = { storeId, purchasedAt, images, receiptNo: 'B-2222', ...own() }
  await malee.call('updateReceipt', { params: { id: copy }, body: changed })
  expect(await scoreAll()).toBe(1)
  expect([(await riskOf(copy)).risk, (await riskOf(other)).risk]).toEqual([0, 0])
})

test('a process that stops between two receipts leaves the rest to the next one', async () => {
  const ids = [await send(somchai, own()), await send(malee, own()), await send(somchai, own())]
  let asked = 0
  await scorePending(server.db, () => ++asked > 1)
  const scored = await server.db.selectFrom('receipt').select('id').where('risk_version', '=', 1).execute()
  expect(scored.map(row => row.id)).toEqual(ids.slice(0, 1))
  expect(await scoreAll()).toBe(2)
})

test('a receipt that was killed while it was scored still marks the others', async () => {
  const first = await send(somchai, { ...own(), receiptNo: 'A-10500' })
  await scoreAll()
  await send(malee, { ...own(), receiptNo: 'A-10501', purchasedAt: hoursAgo(20) })
  const broken = server.db.withPlugin({
    transformQuery({ node }) {
      // The second update is the one that stores the score.
      if (node.kind === 'UpdateQueryNode' && ++updates === 2) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  let updates = 0
  await expect(scorePending(broken)).rejects.toThrow('killed')
  await scoreAll()
  expect((await riskOf(first)).codes).toEqual(['next-number'])
})

test('names the same photo, and stores too far apart, with the other receipt on the card', async () => {
  const stores = await server.db.selectFrom('store').select(['id', 'province_id']).execute()
  const storeIn = (province: number) => stores.find(one => one.province_id === province)?.id ?? 0
  const photo = { images: [await uploadPhoto(server, somchai)] }
  const first = await send(somchai, { ...own(), ...photo, storeId: storeIn(10), purchasedAt: hoursAgo(3) })
  const second = await send(somchai, { ...own(), ...photo, storeId: storeIn(50), purchasedAt: hoursAgo(2) })
  await scoreAll()
  expect((await riskOf(second)).codes.toSorted()).toEqual(['same-photo', 'store-moved'])
  const card = await reviewCard(server.db, second)
  expect(card?.risk).toBe((await riskOf(second)).risk)
  expect(card?.reasons.map(({ en }) => en)).toContain(
    `bought in two provinces ${distanceKm(10, 50)} km apart within 1 hour`,
  )
  expect(card?.reasons.every(({ th }) => /[ก-๙]/.test(th))).toBe(true)
  expect(card?.sides.map(side => [side.receiptId, side.reasons.length, side.photos.length])).toEqual([
    [second, 0, 1],
    [first, 2, 1],
  ])
})

test('a withdrawn receipt does not make the next one of the same customer suspicious', async () => {
  const photo = { images: [await uploadPhoto(server, somchai)] }
  const first = await send(somchai, { ...own(), ...photo, receiptNo: 'A-1000' })
  await somchai.call('deleteReceipt', { params: { id: first } })
  const again = await send(somchai, { amount, ...photo, receiptNo: 'A-1000' })
  await scoreAll()
  expect(await riskOf(again)).toEqual({ risk: 0, codes: [] })
})

test('a rejection as a fraud raises the customer’s other receipts', async () => {
  const ids = [await send(somchai, own()), await send(somchai, { ...own(), purchasedAt: hoursAgo(50) })]
  await scoreAll()
  const { random } = server.deps
  const who = { reviewer: 'a', actor: 'a', now: server.clock.now(), random }
  const claim = await nextForReviewer(server.db, who)
  const decision = { kind: 'rejected', reason: 'FRAUD', note: null } as const
  await decide(server.db, { ...who, receiptId: claim?.receiptId ?? '', version: 1, decision })
  expect(await scoreAll()).toBe(1)
  const other = ids.find(id => id !== claim?.receiptId) ?? ''
  expect((await riskOf(other)).codes).toEqual(['rejected-before'])
})

test('many accounts at one address or in one block of phone numbers, also the earlier ones', async () => {
  const place = await server.db.selectFrom('subdistrict').select('id').executeTakeFirstOrThrow()
  const spellings = ['9/1 หมู่ 3 ถนนสุขุมวิท', '9/1 ม.3 ถ.สุขุมวิท', 'บ้านเลขที่ 9/1 หมู่ที่ 3 ถนน สุขุมวิท']
  const ids: string[] = []
  for (let n = 0; n < 8; n += 1) {
    const who = await server.signIn()
    const phone = `+6687111${String(2200 + n).padStart(4, '0')}`
    const address = { address_line: spellings[n % 3] ?? null, subdistrict_id: place.id }
    await update(server, 'customer', { ...address, phone }, { id: who.customerId })
    await update(server, 'phone_claim', { phone }, { customer_id: who.customerId })
    ids.push(await send(who, { ...own(), purchasedAt: hoursAgo(2 * n + 1) }))
    await scoreAll()
  }
  const risks = await Promise.all(ids.map(riskOf))
  expect(risks.filter(one => one.codes.join() !== 'phone-block,shared-address')).toEqual([])
  expect(new Set(risks.map(one => one.risk)).size).toBe(1)
})

test('numbers one less and one more keep their length', () =>
  expect([neighboursOf('A0100'), neighboursOf('999'), neighboursOf('000'), neighboursOf('A12')]).toEqual([
    ['A0099', 'A0101'],
    ['998'],
    ['001'],
    [],
  ]))

test('addresses are the same in different spellings, but not with another house number', () => {
  expect(sameAddress('99/1 หมู่ 3 ถนนสุขุมวิท', '99/1 ม.3, ถ.สุขุมวิท')).toBe(true)
  expect(sameAddress('99/1 หมู่ 3 ถนนสุขุมวิท', '99/2 หมู่ 3 ถนนสุขุมวิท')).toBe(false)
})

test('knows the place of every province, and roughly how far Chiang Mai and Phuket are from Bangkok', async () => {
  const ids = await server.db.selectFrom('province').select('id').execute()
  expect(ids.filter(({ id }) => distanceKm(id, 10) === null)).toEqual([])
  const [north, south] = [distanceKm(10, 50) ?? 0, distanceKm(10, 83) ?? 0]
  expect([Math.round(north / 100), Math.round(south / 100)]).toEqual([6, 7])
})

test('expired leases and skips are deleted', async () => {
  await send(somchai)
  const { random } = server.deps
  await nextForReviewer(server.db, { reviewer: 'a', actor: 'a', now: server.clock.now(), random })
  await deleteExpired(server.db, server.clock.now() + LEASE_MS - MINUTE_MS)
  expect(await rowsOf(server, 'review_lease')).toHaveLength(1)
  await deleteExpired(server.db, server.clock.now() + LEASE_MS)
  expect(await rowsOf(server, 'review_lease')).toEqual([])
})
