import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { heartbeat, nextForReviewer, release, skip, undoSkip } from '#server/review/assign.ts'
import { decide, undoDecision } from '#server/review/decide.ts'
import { deleteExpired, LEASE_MS } from '#server/review/lease.ts'
import { countAvailable, queuePage, reviewCounts, SKIP_MS } from '#server/review/queue.ts'
import { countRows, sendReceipt } from '#tests/kit/activity.ts'
import { approved, reviewers } from '#tests/kit/reviewers.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const customer = eachTest(() => server.signIn())
const { at, decideAs, next } = reviewers(server)

/** Sends a receipt, gives it a risk, and returns its id. */
async function pending(risk = 0): Promise<string> {
  server.clock.advance(1000)
  const { id } = (await sendReceipt(server, customer)).body
  await update(server, 'receipt', { risk }, { id })
  return id
}

test('assigns the riskiest receipt first, then the oldest, and never the same one to two reviewers', async () => {
  const [low, high, middle, alsoLow] = [
    await pending(1),
    await pending(900),
    await pending(50),
    await pending(1),
  ]
  const claims = [await next('a'), await next('b'), await next('c'), await next('d'), await next('e')]
  expect(claims.map(claim => claim?.receiptId)).toEqual([high, middle, low, alsoLow, undefined])
})

test('returns the receipt that a reviewer already has, and another one to load in advance', async () => {
  const [first, second] = [await pending(9), await pending(8)]
  expect((await next('a'))?.receiptId).toBe(first)
  expect((await next('a'))?.receiptId).toBe(first)
  const ahead = await nextForReviewer(server.db, { ...at('a'), holding: [first] })
  expect(ahead?.receiptId).toBe(second)
  const otherTab = await nextForReviewer(server.db, { ...at('a'), session: 'other tab' })
  expect(otherTab).toBeNull()
})

test('a lease ends without a heartbeat, and its reviewer can no longer decide', async () => {
  const id = await pending()
  const claim = await next('a')
  server.clock.advance(LEASE_MS - MINUTE_MS)
  expect((await heartbeat(server.db, at('a'))).receiptIds).toEqual([id])
  server.clock.advance(LEASE_MS - MINUTE_MS)
  expect(await next('b')).toBeNull()
  server.clock.advance(MINUTE_MS)
  expect((await heartbeat(server.db, at('a'))).receiptIds).toEqual([])
  const taken = await next('b')
  expect(taken?.receiptId).toBe(id)
  await expect(decideAs('a', claim)).rejects.toMatchObject({ code: 'LEASE_LOST' })
  await decideAs('b', taken)
  const rows = await server.db.selectFrom('audit').select(['actor', 'action']).orderBy('seq').execute()
  expect(rows).toEqual([
    { actor: 'a', action: 'receipts assign' },
    { actor: 'b', action: 'receipts assign' },
    { actor: 'b', action: 'receipts approve' },
  ])
})

test('a decision is accepted until the lease ends, and not afterwards, even if nobody else has the receipt', async () => {
  await pending()
  const inTime = await next('a')
  server.clock.advance(LEASE_MS - 1)
  await decideAs('a', inTime)
  await pending()
  const claim = await next('a')
  server.clock.advance(LEASE_MS)
  await expect(decideAs('a', claim)).rejects.toMatchObject({ code: 'LEASE_LOST' })
  await expect(skip(server.db, { ...at('a'), receiptId: claim?.receiptId ?? '' })).rejects.toMatchObject({
    code: 'LEASE_LOST',
  })
  expect((await reviewCounts(server.db, at('a'))).mine).toBe(0)
  expect(await queuePage(server.db, { now: server.clock.now(), limit: 5 })).toMatchObject([
    { reviewer: null },
  ])
  // The reviewer gets the receipt back first, even if a riskier one is waiting.
  await pending(900)
  expect((await next('a'))?.receiptId).toBe(claim?.receiptId)
})

test('a lease belongs to one session: another session of the same reviewer can neither use nor end it', async () => {
  const id = await pending()
  const [tab, other] = [
    { ...at('a'), session: 'one tab' },
    { ...at('a'), session: 'other tab' },
  ]
  const claim = await nextForReviewer(server.db, tab)
  expect([await countAvailable(server.db, tab), await countAvailable(server.db, other)]).toEqual([1, 0])
  expect((await heartbeat(server.db, other)).receiptIds).toEqual([])
  const given = { receiptId: id, version: claim?.version ?? 0, decision: approved }
  const lost = { code: 'LEASE_LOST' }
  await expect(decide(server.db, { ...other, ...given })).rejects.toMatchObject(lost)
  await expect(skip(server.db, { ...other, receiptId: id })).rejects.toMatchObject(lost)
  await release(server.db, other)
  await decide(server.db, { ...tab, ...given })
})

test('what a reviewer does to one lease leaves the other leases and the other reviewers alone', async () => {
  const [first, second, theirs] = [await pending(9), await pending(8), await pending(7)]
  const claim = await next('a')
  await nextForReviewer(server.db, { ...at('a'), holding: [first] })
  await next('b')
  const held = async (reviewer: string) => (await heartbeat(server.db, at(reviewer))).receiptIds.toSorted()
  expect([await held('a'), await held('b')]).toEqual([[first, second].toSorted(), [theirs]])
  await decideAs('a', claim)
  expect([await held('a'), await held('b')]).toEqual([[second], [theirs]])
  await release(server.db, { reviewer: 'a', receiptId: theirs })
  expect([await held('a'), await held('b')]).toEqual([[second], [theirs]])
  await release(server.db, { reviewer: 'a' })
  expect([await held('a'), await held('b')]).toEqual([[], [theirs]])
})

test('a reviewer who takes back a skip takes back only that one', async () => {
  const [id, other] = [await pending(9), await pending(8)]
  for (const reviewer of ['a', 'b'])
    for (const receiptId of [id, other]) {
      expect((await next(reviewer))?.receiptId).toBe(receiptId)
      await skip(server.db, { ...at(reviewer), receiptId })
    }
  expect((await undoSkip(server.db, { ...at('a'), receiptId: other }))?.receiptId).toBe(other)
  await release(server.db, { reviewer: 'a' })
  expect([await next('b'), (await next('a'))?.receiptId]).toEqual([null, other])
})

test('only leases and skips that are over are deleted', async () => {
  const [skipped, held] = [await pending(9), await pending(8)]
  await next('a')
  await skip(server.db, { ...at('a'), receiptId: skipped })
  await next('a')
  const rows = async () => [await countRows(server, 'review_lease'), await countRows(server, 'review_skip')]
  await deleteExpired(server.db, server.clock.now() + LEASE_MS - 1)
  expect([await rows(), (await heartbeat(server.db, at('a'))).receiptIds]).toEqual([[1, 1], [held]])
  await deleteExpired(server.db, server.clock.now() + LEASE_MS)
  expect(await rows()).toEqual([0, 1])
  await deleteExpired(server.db, server.clock.now() + SKIP_MS - 1)
  expect(await rows()).toEqual([0, 1])
  await deleteExpired(server.db, server.clock.now() + SKIP_MS)
  expect(await rows()).toEqual([0, 0])
})

test('skipping and releasing return a receipt to others, and only skipping hides it from the reviewer', async () => {
  const id = await pending()
  await next('a')
  await release(server.db, { reviewer: 'a' })
  expect((await next('a'))?.receiptId).toBe(id)
  await skip(server.db, { ...at('a'), receiptId: id })
  expect(await next('a')).toBeNull()
  expect((await next('b'))?.receiptId).toBe(id)
  await expect(skip(server.db, { ...at('a'), receiptId: id })).rejects.toMatchObject({ code: 'LEASE_LOST' })
  expect(await undoSkip(server.db, { ...at('a'), receiptId: id })).toBeNull()
  await skip(server.db, { ...at('b'), receiptId: id })
  expect((await next('a'))?.receiptId).toBe(id)
  await release(server.db, { reviewer: 'a' })
  server.clock.advance(SKIP_MS)
  expect((await next('b'))?.receiptId).toBe(id)
})

describe('deciding', () => {
  test('is refused if the customer has changed the receipt, and the reviewer keeps it', async () => {
    const id = await pending()
    const claim = await next('a')
    const { body } = await customer.call('getReceipt', { params: { id } })
    const { storeId, receiptNo, purchasedAt, images } = body
    const changed = { storeId, receiptNo, purchasedAt, images, amount: 100 }
    await customer.call('updateReceipt', { params: { id }, body: changed })
    await expect(decideAs('a', claim)).rejects.toMatchObject({ code: 'CHANGED' })
    const again = await next('a')
    expect([again?.receiptId, again?.version]).toEqual([id, 2])
    await decideAs('a', again)
    expect(await next('b')).toBeNull()
  })

  test('is refused if the customer has withdrawn the receipt, and the reviewer gets another one', async () => {
    const [id, other] = [await pending(5), await pending()]
    const claim = await next('a')
    await customer.call('deleteReceipt', { params: { id } })
    await expect(decideAs('a', claim)).rejects.toMatchObject({ code: 'CHANGED' })
    expect((await next('a'))?.receiptId).toBe(other)
  })

  test('can be undone by the same reviewer, who then has the receipt again', async () => {
    const id = await pending()
    const decided = await decideAs('a', await next('a'), { kind: 'rejected', reason: 'BLURRY', note: null })
    const undo = (reviewer: string) => undoDecision(server.db, { ...at(reviewer), ...decided })
    await expect(undo('b')).rejects.toMatchObject({ code: 'NOT_YOURS' })
    await undo('a')
    expect(await next('b')).toBeNull()
    expect((await next('a'))?.receiptId).toBe(id)
    await expect(undo('a')).rejects.toMatchObject({ code: 'CHANGED' })
  })
})

test('a reviewer takes back only an own skip, and nothing is assigned by its id', async () => {
  const [id, other] = [await pending(9), await pending(8)]
  await next('b')
  await skip(server.db, { ...at('b'), receiptId: id })
  for (const receiptId of [id, other]) expect(await undoSkip(server.db, { ...at('a'), receiptId })).toBeNull()
  expect(await countRows(server, 'review_lease')).toBe(0)
  server.clock.advance(SKIP_MS)
  expect(await undoSkip(server.db, { ...at('b'), receiptId: id })).toBeNull()
})

test('a receipt that the reviewer does not have is not left out because the request says so', async () => {
  const [id] = [await pending(9), await pending(8)]
  const claim = await nextForReviewer(server.db, { ...at('a'), holding: [id] })
  expect(claim?.receiptId).toBe(id)
})

test('a returned or expired receipt comes back to its reviewer before a new one, in every tab', async () => {
  const [id] = [await pending(9), await pending(8)]
  await next('a')
  await release(server.db, { reviewer: 'a' })
  expect((await nextForReviewer(server.db, { ...at('a'), session: 'new tab' }))?.receiptId).toBe(id)
  server.clock.advance(LEASE_MS)
  expect((await next('a'))?.receiptId).toBe(id)
  const looks = await server.db.selectFrom('audit').select('action').execute()
  expect(looks).toEqual([{ action: 'receipts assign' }])
})

test('counts the pending receipts, and lists them with who has them', async () => {
  const [low, high] = [await pending(1), await pending(2)]
  await next('a')
  server.clock.advance(MINUTE_MS)
  const oldestAgeMs = MINUTE_MS + 1000
  expect(await reviewCounts(server.db, at('a'))).toEqual({ pending: 2, mine: 1, oldestAgeMs })
  const page = await queuePage(server.db, { now: server.clock.now(), limit: 1 })
  expect(page.map(row => [row.receiptId, row.reviewer])).toEqual([[high, 'a']])
  const after = page.map(row => ({ risk: row.risk, createdAt: row.createdAt, id: row.receiptId }))[0]
  const rest = await queuePage(server.db, { now: server.clock.now(), limit: 5, ...(after ? { after } : {}) })
  expect(rest.map(row => [row.receiptId, row.reviewer])).toEqual([[low, null]])
})
