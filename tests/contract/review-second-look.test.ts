import { beforeEach, expect, test } from 'vitest'
import { reviewNotes } from '#campaign/review-notes.ts'
import type { Words } from '#contract/languages.ts'
import type { RejectReason } from '#contract/schema/receipt.ts'
import { REJECT_NOTE_MAX } from '#server/campaign/receipts/review.ts'
import { release, skip, undoSkip } from '#server/review/assign.ts'
import { reviewCard } from '#server/review/card.ts'
import { decide, undoDecision } from '#server/review/decide.ts'
import { openDisagreements, settleDisagreement } from '#server/review/disagreements.ts'
import { errorRates, wilson } from '#server/review/error-rate.ts'
import { queuePage, SKIP_MS } from '#server/review/queue.ts'
import { SECOND_LOOK_AFTER_MS } from '#server/review/second-look.ts'
import type { Decision } from '#server/review/types.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { approved, rejected, reviewers } from '#tests/kit/reviewers.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const customer = eachTest(() => server.signIn())
const { at, next, work } = reviewers(server)
beforeEach(() => setCampaign(server, { second_look_percent: 100 }))

const send = async () => (await sendReceipt(server, customer, { amount: 300 })).body.id
const due = () => server.clock.advance(SECOND_LOOK_AFTER_MS)
const rowOf = (id: string) =>
  server.db.selectFrom('receipt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('another reviewer decides the same receipt without seeing the first decision, and nothing changes', async () => {
  const id = await send()
  await work('first', rejected)
  expect(await next('second')).toBeNull()
  due()
  expect(await next('first')).toBeNull()
  const claim = await next('second')
  expect(claim).toMatchObject({ receiptId: id, look: 'second' })
  expect(await next('third')).toBeNull()
  const card = await reviewCard(server.db, id, claim?.look)
  expect(card?.receipt).toMatchObject({
    status: 'pending',
    rejectReason: null,
    rejectText: null,
    reviewedAt: null,
  })
  expect([card?.sides[0]?.status, card?.customer.receipts.rejected]).toEqual(['pending', 0])
  const before = await rowOf(id)
  await work('second', rejected)
  expect(await rowOf(id)).toEqual(before)
  expect(await next('third')).toBeNull()
  expect(await openDisagreements(server.db, 10)).toEqual([])
})

test('a disagreement goes to the manager, and counts as an error unless the first reviewer was right', async () => {
  const id = await send()
  await work('first', approved)
  due()
  await work('second', rejected)
  const [open] = await openDisagreements(server.db, 10)
  expect(open).toMatchObject({
    receiptId: id,
    decision: 'approved',
    secondDecision: 'rejected',
    secondReason: 'BLURRY',
  })
  const errors = async () => (await errorRates(server.db)).map(one => [one.reviewer, one.errors, one.checked])
  expect(await errors()).toEqual([
    [null, 1, 1],
    ['first', 1, 1],
  ])
  const settle = () =>
    settleDisagreement(server.db, { ...at('boss'), receiptId: id, version: 2, right: 'first', note: null })
  await settle()
  await expect(settle()).rejects.toMatchObject({ code: 'SETTLED' })
  expect(await openDisagreements(server.db, 10)).toEqual([])
  expect(await errors()).toEqual([
    [null, 0, 1],
    ['first', 0, 1],
  ])
  const audit = await server.db.selectFrom('audit').select('action').orderBy('seq').execute()
  expect(audit.map(row => row.action)).toEqual([
    'receipts assign',
    'receipts approve',
    'receipts assign',
    'receipts second look',
    'receipts settle',
  ])
})

test('a second look whose answer was lost is repeated with the same result, and another decision is refused', async () => {
  const receiptId = await send()
  await work('first', approved)
  due()
  const decided = await work('second', rejected)
  const { version } = decided
  const repeat = (reviewer: string, decision: Decision) =>
    decide(server.db, { ...at(reviewer), receiptId, version, decision })
  const entries = () => server.db.selectFrom('audit').selectAll().execute()
  const before = await entries()
  expect(await repeat('second', rejected)).toEqual(decided)
  expect(await entries()).toEqual(before)
  await expect(repeat('second', approved)).rejects.toMatchObject({ code: 'LEASE_LOST' })
  await expect(repeat('third', rejected)).rejects.toMatchObject({ code: 'LEASE_LOST' })
})

test('a second look can be undone until a manager has settled it', async () => {
  const id = await send()
  await work('first', approved)
  due()
  const decided = await work('second', rejected)
  await undoDecision(server.db, { ...at('second'), ...decided })
  expect(await openDisagreements(server.db, 10)).toEqual([])
  expect((await next('second'))?.receiptId).toBe(id)
  const again = await work('second', rejected)
  await settleDisagreement(server.db, {
    ...at('boss'),
    receiptId: id,
    version: 2,
    right: 'second',
    note: null,
  })
  const undo = undoDecision(server.db, { ...at('second'), ...again })
  await expect(undo).rejects.toMatchObject({ code: 'SETTLED' })
})

test('a receipt that has changed, was undone, or whose customer has left gets no second look', async () => {
  await send()
  const decided = await work('first', approved)
  await undoDecision(server.db, { ...at('first'), ...decided })
  await work('first', approved)
  due()
  await customer.call('deleteCustomer', { body: {} })
  expect(await next('second')).toBeNull()
  const rows = await server.db.selectFrom('review_decision').select('outcome').execute()
  expect(rows).toEqual([{ outcome: 'obsolete' }, { outcome: 'obsolete' }])
})

test('a reviewer who skips a second look gets it again after an hour; others get it at once', async () => {
  const id = await send()
  await work('first', approved)
  due()
  await next('second')
  await skip(server.db, { ...at('second'), receiptId: id })
  expect(await next('second')).toBeNull()
  expect((await next('third'))?.receiptId).toBe(id)
  await release(server.db, { reviewer: 'third' })
  server.clock.advance(SKIP_MS)
  expect((await next('second'))?.receiptId).toBe(id)
})

test('a receipt that is pending again goes to any reviewer, also while one still has its second look', async () => {
  const id = await send()
  const decided = await work('first', approved)
  due()
  expect((await next('second'))?.look).toBe('second')
  await undoDecision(server.db, { ...at('first'), ...decided })
  await release(server.db, { reviewer: 'first' })
  const { version } = await rowOf(id)
  const given = { receiptId: id, version, decision: approved }
  await expect(decide(server.db, { ...at('second'), ...given })).rejects.toMatchObject({ code: 'LEASE_LOST' })
  const queue = await queuePage(server.db, { now: server.clock.now(), limit: 5 })
  expect(queue).toMatchObject([{ receiptId: id, reviewer: null }])
  expect(await next('third')).toMatchObject({ receiptId: id, look: 'first' })
})

test('reviewers who agree leave nothing to settle', async () => {
  const id = await send()
  await work('first', approved)
  due()
  await work('second', approved)
  const given = { receiptId: id, version: 2, right: 'first', note: null } as const
  await expect(settleDisagreement(server.db, { ...at('boss'), ...given })).rejects.toMatchObject({
    code: 'CHANGED',
  })
})

test('a reviewer who skipped a receipt cannot choose its second look by taking the skip back', async () => {
  const id = await send()
  expect((await next('friend'))?.receiptId).toBe(id)
  await skip(server.db, { ...at('friend'), receiptId: id })
  await work('first', approved)
  due()
  expect(await undoSkip(server.db, { ...at('friend'), receiptId: id })).toBeNull()
})

test('Wilson’s interval of an error rate', () => {
  const rounded = (hits: number, count: number) => {
    const { low, high } = wilson(hits, count)
    return [low.toFixed(3), high.toFixed(3)]
  }
  expect([rounded(0, 0), rounded(0, 20), rounded(5, 100), rounded(20, 20)]).toEqual([
    ['0.000', '1.000'],
    ['0.000', '0.161'],
    ['0.022', '0.112'],
    ['0.839', '1.000'],
  ])
})

test('every note fits into a rejection', () => {
  const noteTemplates: Readonly<Record<RejectReason, readonly Words[]>> = reviewNotes
  const notes = Object.values(noteTemplates).flat()
  expect(notes.filter(({ th, en }) => Math.max(th.length, en.length) > REJECT_NOTE_MAX)).toEqual([])
  expect(Object.values(noteTemplates).every(list => list.length > 0)).toBe(true)
})
