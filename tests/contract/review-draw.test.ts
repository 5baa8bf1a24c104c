import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { heartbeat, nextForReviewer, OPEN_LIMIT, SKIP_LIMIT, skip } from '#server/review/assign.ts'
import { decide } from '#server/review/decide.ts'
import { PRESENT_MS } from '#server/review/presence.ts'
import { queuePage, reviewCounts } from '#server/review/queue.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { approved, reviewers } from '#tests/kit/reviewers.ts'
import { columnsOf, eachTest, insert, rowOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const customer = eachTest(() => server.signIn())
const { at, decideAs, next } = reviewers(server)

const pending = async () => (await sendReceipt(server, customer)).body.id
async function pendingMany(count: number): Promise<void> {
  const id = await pending()
  const row = await rowOf(server, 'receipt', { id })
  const copies = Array.from({ length: count - 1 }, (_, n) => ({
    ...row,
    id: randomUUID(),
    receipt_no: `C-${n}`,
  }))
  await insert(server, 'receipt', copies)
}

test('a reviewer can skip ten receipts within an hour, and then decides the next one or leaves it', async () => {
  await pendingMany(SKIP_LIMIT + 1)
  for (let skipped = 0; skipped < SKIP_LIMIT; skipped += 1)
    await skip(server.db, { ...at('a'), receiptId: (await next('a'))?.receiptId ?? '' })
  const claim = await next('a')
  const again = skip(server.db, { ...at('a'), receiptId: claim?.receiptId ?? '' })
  await expect(again).rejects.toMatchObject({ code: 'SKIP_LIMIT' })
  await decideAs('a', claim)
  const skips = await columnsOf(server, 'audit', ['detail'], { action: 'receipts skip' })
  expect(skips).toHaveLength(SKIP_LIMIT)
  expect(JSON.parse(skips[0]?.detail ?? '')).toMatchObject({ customerId: customer.customerId, reviewer: 'a' })
})

test('a reviewer has at most 16 undecided receipts within an hour, in all tabs together', async () => {
  await pendingMany(OPEN_LIMIT + 1)
  const inTab = (session: string) => nextForReviewer(server.db, { ...at('a'), session })
  for (let tab = 0; tab < OPEN_LIMIT; tab += 1) expect(await inTab(`tab ${tab}`)).not.toBeNull()
  await expect(inTab('one more')).rejects.toMatchObject({ code: 'OPEN_LIMIT' })
  // A heartbeat keeps the receipts open, and they count for an hour after it.
  for (let minute = 0; minute < 60; minute += 4) {
    for (let tab = 0; tab < OPEN_LIMIT; tab += 1)
      await heartbeat(server.db, { ...at('a'), session: `tab ${tab}` })
    server.clock.advance(4 * MINUTE_MS)
  }
  await expect(inTab('one more')).rejects.toMatchObject({ code: 'OPEN_LIMIT' })
  const first = await inTab('tab 0')
  await decide(server.db, {
    ...at('a'),
    session: 'tab 0',
    receiptId: first?.receiptId ?? '',
    version: first?.version ?? 0,
    decision: approved,
  })
  expect(await inTab('one more')).not.toBeNull()
})

describe('of two reviewers at work', () => {
  /** Returns a random source that draws the reviewer at this position. The reviewer who asks is at position 0. */
  const drawing = (position: number) => ({
    bytes: (length: number) => new Uint8Array(length).fill(position === 0 ? 0 : 255),
  })
  const ask = (reviewer: string, position: number, session = '') =>
    nextForReviewer(server.db, { ...at(reviewer), random: drawing(position), session })

  test('the one who was drawn gets the receipt, however often and from how many tabs the other one asks', async () => {
    await ask('b', 0)
    const id = await pending()
    expect(await ask('a', 1)).toBeNull()
    for (const tab of ['one', 'two', 'three']) expect(await ask('a', 0, tab)).toBeNull()
    expect(await queuePage(server.db, { now: server.clock.now(), limit: 5 })).toMatchObject([
      { reviewer: null },
    ])
    expect((await reviewCounts(server.db, at('b'))).mine).toBe(0)
    expect((await ask('b', 1))?.receiptId).toBe(id)
  })

  test('a receipt that the drawn one does not take is drawn again after three minutes', async () => {
    await ask('b', 0)
    const id = await pending()
    expect(await ask('a', 1)).toBeNull()
    server.clock.advance(PRESENT_MS)
    expect((await ask('a', 1))?.receiptId).toBe(id)
  })

  test('a drawn receipt can neither be decided nor renewed before its reviewer has asked for it', async () => {
    await ask('b', 0)
    const id = await pending()
    await ask('a', 1)
    expect((await heartbeat(server.db, at('b'))).receiptIds).toEqual([])
    const given = { ...at('b'), receiptId: id, version: 1, decision: approved }
    await expect(decide(server.db, given)).rejects.toMatchObject({ code: 'LEASE_LOST' })
  })
})
