import { beforeEach, expect, test } from 'vitest'
import { approveReceipt, rejectReceipt, voidReceipt } from '#server/campaign/receipts/review.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { reviewCard } from '#server/review/card.ts'
import { undoDecision } from '#server/review/decide.ts'
import type { NumberChoice } from '#server/review/types.ts'
import { newKey, newPhoto, receiptBody, sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { reviewers } from '#tests/kit/reviewers.ts'
import { eachTest, rowsOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'

// Two customers send the same receipt number for the same store. The cause may be a typo, a guess, or a till that
// counts from 1 every week.

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())
const { at, decideAs, next } = reviewers(server)
beforeEach(() => setCampaign(server, { second_look_percent: 0 }))

/** Sends two receipts with the same number, first from Somchai and then from the other customer. */
async function disputed(who: SignedIn = malee): Promise<readonly [first: string, second: string]> {
  await somchai.call('createReward', { body: {} })
  await who.call('createReward', { body: {} })
  const first = await sendReceipt(server, somchai, { receiptNo: 'BD-77/1' })
  const second = await sendReceipt(server, who, { receiptNo: 'bd 771' })
  expect([first.status, second.status]).toEqual([200, 200])
  return [first.body.id, second.body.id]
}

const shown = async (who: SignedIn, id: string) => {
  const { status, disputed: isDisputed, rights } = (await who.call('getReceipt', { params: { id } })).body
  return [status, isDisputed, rights]
}

const rightsOf = async (who: SignedIn) => {
  const { total, pending } = (await who.call('getReward', {})).body.rights
  return [total, pending]
}

const approve = (id: string) => approveReceipt(server.db, id, server.clock.now(), server.deps.random)
const reject = (id: string) =>
  rejectReceipt(server.db, id, { reason: 'DUPLICATE', note: null }, server.clock.now())

/** Lets a reviewer take this receipt and approve it. */
async function approveAt(id: string, number?: NumberChoice, reviewer = 'a') {
  await update(server, 'receipt', { risk: 900 }, { id })
  const claim = await next(reviewer)
  expect(claim?.receiptId).toBe(id)
  return decideAs(reviewer, claim, { kind: 'approved', ...(number ? { number } : {}) })
}

test('the second receipt with a number is kept for a reviewer, and earns nothing until then', async () => {
  const [first, second] = await disputed()
  expect(await shown(somchai, first)).toEqual(['pending', false, 2])
  expect(await shown(malee, second)).toEqual(['pending', true, 0])
  expect([await rightsOf(somchai), await rightsOf(malee)]).toEqual([
    [1, 2],
    [1, 0],
  ])
  const card = await reviewCard(server.db, second)
  expect([card?.disputedWith, card?.rights]).toEqual([first, 2])
  expect(card?.sides.map(side => [side.receiptId, side.photos.length])).toEqual([
    [second, 1],
    [first, 1],
  ])
  const other = await reviewCard(server.db, first)
  expect([other?.disputedWith, other?.sides.map(side => side.receiptId)]).toEqual([null, [first, second]])
})

test('the same photo of another customer, and the same customer’s second try, are refused', async () => {
  const bytes = newPhoto()
  const images = [await uploadPhoto(server, somchai, bytes)]
  const refused = [409, 'RECEIPT_DUPLICATE']
  const send = async (who: SignedIn, change: object = {}) => {
    const { status, error } = await sendReceipt(server, who, { receiptNo: 'BD-77/1', ...change })
    return [status, error?.error]
  }
  expect((await send(somchai, { images }))[0]).toBe(200)
  expect(await send(malee, { images: [await uploadPhoto(server, malee, bytes)] })).toEqual(refused)
  expect(await send(somchai)).toEqual(refused)
  expect((await send(malee))[0]).toBe(200)
  expect(await send(malee)).toEqual(refused)
  const nok = await server.signIn()
  const third = newPhoto()
  expect((await send(nok, { images: [await uploadPhoto(server, nok, third)] }))[0]).toBe(200)
  // The photo of a receipt that is itself disputed is refused as well.
  const dao = await server.signIn()
  expect(await send(dao, { images: [await uploadPhoto(server, dao, third)] })).toEqual(refused)
})

test('a decided second try with the same number is refused while another customer has the number', async () => {
  const [, second] = await disputed()
  await reject(second)
  const again = await sendReceipt(server, malee, { receiptNo: 'BD-77/1' })
  expect([again.status, again.error.error]).toEqual([409, 'RECEIPT_DUPLICATE'])
})

test('the reviewer must say whose number it is before the second receipt is approved', async () => {
  const [, second] = await disputed()
  await expect(approveAt(second)).rejects.toMatchObject({ code: 'NUMBER_TAKEN' })
  const { err } = await organiser(server)('receipts', 'approve', second)
  expect(err).toContain('another customer’s receipt has this number')
  expect(await shown(malee, second)).toEqual(['pending', true, 0])
})

test('the number goes to the second receipt, and the first one is disputed', async () => {
  const [first, second] = await disputed()
  await approveAt(second, 'this')
  expect(await shown(malee, second)).toEqual(['approved', false, 2])
  expect(await shown(somchai, first)).toEqual(['pending', true, 0])
  expect((await reviewCard(server.db, first))?.disputedWith).toBe(second)
  await reject(first)
  expect([await rightsOf(somchai), await rightsOf(malee)]).toEqual([
    [1, 0],
    [3, 0],
  ])
})

test('an approval of the first receipt ends when the number goes to the second one', async () => {
  await setMessaging(server.db, true)
  const [first, second] = await disputed()
  await approveAt(first, undefined, 'b')
  expect(await rightsOf(somchai)).toEqual([3, 0])
  await approveAt(second, 'this')
  expect(await shown(somchai, first)).toEqual(['pending', true, 0])
  expect(await rightsOf(somchai)).toEqual([1, 0])
  const decisions = await rowsOf(server, 'review_decision')
  expect(decisions.map(one => [one.receipt_id, one.undone_at !== null])).toEqual([
    [first, true],
    [second, false],
  ])
  const audit = (await rowsOf(server, 'audit')).filter(({ action }) => action === 'receipts reopen')
  expect(audit.map(({ detail }) => JSON.parse(detail))).toMatchObject([{ receipts: [first], for: second }])
  await reject(first)
  const messages = (await rowsOf(server, 'message')).filter(one => one.customer_id === somchai.customerId)
  expect(messages.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['receipt-approved', `${first}:2`],
    ['receipt-rejected', `${first}:4`],
  ])
})

test('two reviewers cannot take a number from each other’s approvals for ever', async () => {
  const [first, second] = await disputed()
  await approveAt(first, undefined, 'b')
  await approveAt(second, 'this')
  await expect(approveAt(first, 'this', 'b')).rejects.toMatchObject({ code: 'NUMBER_TAKEN' })
  await voidReceipt(server.db, second, null, server.clock.now())
  expect(await shown(somchai, first)).toEqual(['pending', false, 2])
  await approve(first)
  expect(await rightsOf(somchai)).toEqual([3, 0])
})

test('two receipts of a till that repeats its numbers both count', async () => {
  const [first, second] = await disputed()
  await approve(first)
  await approveAt(second, 'separate')
  expect(await shown(malee, second)).toEqual(['approved', false, 2])
  expect([await rightsOf(somchai), await rightsOf(malee)]).toEqual([
    [3, 0],
    [3, 0],
  ])
  await voidReceipt(server.db, second, null, server.clock.now())
  expect(await rowsOf(server, 'receipt_dispute')).toEqual([])
})

test('a third customer’s receipt is disputed with the one that stays if the till’s other receipt becomes void', async () => {
  const [first, second] = await disputed()
  await approve(first)
  await approveAt(second, 'separate')
  await voidReceipt(server.db, first, null, server.clock.now())
  expect(await shown(malee, second)).toEqual(['approved', false, 2])
  const nok = await server.signIn()
  const third = await sendReceipt(server, nok, { receiptNo: 'BD-77/1' })
  expect(await shown(nok, third.body.id)).toEqual(['pending', true, 0])
  expect((await reviewCard(server.db, third.body.id))?.disputedWith).toBe(second)
})

test('the number goes to the one who has waited longest if the first receipt is rejected', async () => {
  const [first, second] = await disputed()
  server.clock.advance(1000)
  const nok = await server.signIn()
  const third = await sendReceipt(server, nok, { receiptNo: 'BD-77/1' })
  await reject(first)
  expect(await shown(malee, second)).toEqual(['pending', false, 2])
  expect(await shown(nok, third.body.id)).toEqual(['pending', true, 0])
  const { id: _, ...body } = receiptBody(server, [await uploadPhoto(server, somchai)], {
    receiptNo: 'BD-77/1',
  })
  const again = await somchai.call('updateReceipt', { params: { id: first }, body })
  expect([again.status, again.body.disputed]).toEqual([200, true])
})

test.each([
  ['withdraws the receipt', (who: SignedIn, id: string) => who.call('deleteReceipt', { params: { id } })],
  ['leaves the campaign', (who: SignedIn) => who.call('cancel', { body: { confirm: true }, key: newKey() })],
])('the number goes to the second receipt if the first customer %s', async (_, end) => {
  const [first, second] = await disputed()
  expect((await end(somchai, first)).status).toBe(200)
  expect(await shown(malee, second)).toEqual(['pending', false, 2])
  await approve(second)
})

test('an approved receipt of a customer who has left becomes void if the number is another’s', async () => {
  const [first, second] = await disputed()
  await approve(first)
  expect((await somchai.call('cancel', { body: { confirm: true }, key: newKey() })).status).toBe(200)
  expect(await shown(malee, second)).toEqual(['pending', true, 0])
  await approveAt(second, 'this')
  const [row] = (await rowsOf(server, 'receipt')).filter(({ id }) => id === first)
  expect(row?.status).toBe('void')
  expect(await shown(malee, second)).toEqual(['approved', false, 2])
})

test('nothing changes if the list of the draw has the entries of the first receipt', async () => {
  const [first, second] = await disputed()
  await approve(first)
  const campaign = await server.db.selectFrom('campaign').select('draw_id').executeTakeFirstOrThrow()
  await update(server, 'draw', { sealed_at: server.clock.now() }, { id: campaign.draw_id ?? '' })
  await expect(approveAt(second, 'this')).rejects.toMatchObject({ code: 'SEALED' })
  expect(await shown(somchai, first)).toEqual(['approved', false, 2])
  expect(await shown(malee, second)).toEqual(['pending', true, 0])
})

test('a correction keeps the number, or leaves it to the second receipt', async () => {
  const [first, second] = await disputed()
  const { id: _, ...body } = receiptBody(server, [await uploadPhoto(server, somchai)], {
    receiptNo: 'BD-77/1',
  })
  await somchai.call('updateReceipt', { params: { id: first }, body: { ...body, amount: 300 } })
  expect(await shown(somchai, first)).toEqual(['pending', false, 3])
  expect(await shown(malee, second)).toEqual(['pending', true, 0])
  await somchai.call('updateReceipt', { params: { id: first }, body: { ...body, receiptNo: 'BD-77/2' } })
  expect(await shown(malee, second)).toEqual(['pending', false, 2])
})

test('an undone rejection is disputed if another customer has the number by then', async () => {
  const [first, second] = await disputed()
  await update(server, 'receipt', { risk: 900 }, { id: first })
  const decided = await decideAs('a', await next('a'), { kind: 'rejected', reason: 'BLURRY', note: null })
  expect(await shown(malee, second)).toEqual(['pending', false, 2])
  await undoDecision(server.db, { ...at('a'), ...decided })
  expect(await shown(somchai, first)).toEqual(['pending', true, 0])
})

test('a withdrawn second receipt leaves nothing behind', async () => {
  const [, second] = await disputed()
  await malee.call('deleteReceipt', { params: { id: second } })
  expect(await rowsOf(server, 'receipt_dispute')).toEqual([])
})
