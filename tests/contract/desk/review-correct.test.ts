import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BodyInput } from '#contract/calls.ts'
import type { DeskBody } from '#contract/desk-calls.ts'
import type { CorrectedFields } from '#contract/schema/receipt.ts'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { systemRandom } from '#server/random.ts'
import {
  campaignOf,
  newKey,
  receiptBody,
  sendReceipt,
  setCampaign,
  uploadPhoto,
} from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { askerFirst } from '#tests/kit/reviewers.ts'
import { columnsOf, eachTest, rowOf, rowsOf, testServer, update } from '#tests/kit/server.ts'

// A reviewer approves a receipt whose customer mistyped the amount, the store, the number or the time.

const server = eachTest(() => testServer({ deps: { random: askerFirst(systemRandom()) } }))
const desk = eachTest(() => testDesk(server))
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())
beforeEach(() => setCampaign(server, { second_look_percent: 0, second_look_baht: 1_000_000 }))

type Sent = Partial<BodyInput<'createReceipt'>>
const send = async (change: Sent = {}, who = somchai) => (await sendReceipt(server, who, change)).body

/** Lets a reviewer open a receipt, by default the next one. */
async function opened(id?: string) {
  if (id !== undefined) await update(server, 'receipt', { risk: 900 }, { id })
  const fon = await desk.join('reviewer', 'Fon')
  const tab = randomUUID()
  const { item } = (await fon.call('reviewNext', { body: { tab, holding: [] } })).body
  if (!item || (id !== undefined && item.receiptId !== id)) throw new Error('another receipt is next')
  const { receiptId, version } = item
  const bodyOf = (corrected: CorrectedFields, more: object = {}): DeskBody<'reviewDecide'> => ({
    tab,
    receiptId,
    version,
    decision: { kind: 'approved', corrected, ...more },
  })
  return {
    item,
    bodyOf,
    decide: (corrected: CorrectedFields, more: object = {}) =>
      fon.call('reviewDecide', { body: bodyOf(corrected, more) }),
    send: (rawBody: unknown) => fon.call('reviewDecide', { rawBody }),
    undo: (decided: number) => fon.call('reviewUndo', { body: { tab, receiptId, version: decided } }),
  }
}

const shown = async (id: string, who = somchai) => (await who.call('getReceipt', { params: { id } })).body
const claims = async () => {
  const rows = await columnsOf(server, 'receipt_claim', ['receipt_no', 'receipt_id'])
  return new Map(rows.map(row => [row.receipt_no, row.receipt_id]))
}
const tickets = (id: string) => rowsOf(server, 'ticket', { source_id: id })

test('one decision corrects all four fields and approves, and the entries follow the right amount', async () => {
  const sent = await send({ amount: 125, receiptNo: 'BD-1-1' })
  const review = await opened()
  expect([review.item.rights, review.item.rule, review.item.sides[0]?.storeId]).toEqual([
    1,
    { bahtPerRight: 100, minAmount: 100 },
    1,
  ])
  const purchasedAt = isoOf(server.clock.now() - 2 * HOUR_MS)
  const { status } = await review.decide({ amount: 1250, receiptNo: 'bd–1–2', storeId: 2, purchasedAt })
  expect(status).toBe(200)
  const receipt = await shown(sent.id)
  expect(receipt).toMatchObject({
    status: 'approved',
    amount: 1250,
    receiptNo: 'bd-1-2',
    storeId: 2,
    purchasedAt,
  })
  expect([receipt.rights, receipt.version, (await tickets(sent.id)).length]).toEqual([12, 2, 12])
  expect(receipt.correctedFrom).toEqual({
    amount: 125,
    receiptNo: 'BD-1-1',
    store: { id: 1, name: sent.storeName, nameEn: sent.storeNameEn },
    purchasedAt: sent.purchasedAt,
  })
  expect([...(await claims())]).toEqual([['BD12', sent.id]])
})

test('values that the customer sent as well are not a correction, and another receipt has none', async () => {
  const one = await send({ amount: 125 })
  await (await opened()).decide({ amount: 125 })
  const two = await send()
  expect([(await shown(one.id)).correctedFrom, (await shown(two.id)).correctedFrom]).toEqual([null, null])
  expect(await columnsOf(server, 'review_decision', ['corrected'])).toEqual([{ corrected: null }])
})

test('the audit entry names the corrected fields, and both values until the customer leaves', async () => {
  await send({ amount: 125, receiptNo: 'BD-1-1', storeId: 1 })
  await (await opened()).decide({ amount: 1250.5, receiptNo: 'BD-1-2', storeId: 2 })
  const auditor = await desk.join('auditor')
  const detail = async () => {
    const { entries } = (await auditor.call('audit')).body
    return JSON.parse(entries.find(({ action }) => action === 'receipts approve')?.detail ?? '')
  }
  const stores = await rowsOf(server, 'store')
  const storeText = (id: number) => {
    const store = stores.find(one => one.id === id)
    return `${store?.code} ${store?.name_th}`
  }
  expect(await detail()).toMatchObject({
    corrected: ['store', 'receiptNo', 'amount'],
    texts: {
      amountBefore: '125.00',
      amountAfter: '1250.50',
      receiptNoBefore: 'BD-1-1',
      receiptNoAfter: 'BD-1-2',
      storeBefore: storeText(1),
      storeAfter: storeText(2),
    },
  })
  expect(JSON.stringify(await rowsOf(server, 'audit'))).not.toContain('BD-1-1')
  await server.call('cancel', { token: somchai.token, body: { confirm: true } })
  expect(await detail()).toMatchObject({ corrected: ['store', 'receiptNo', 'amount'], texts: 'erased' })
})

describe('undoing it', () => {
  test('restores what the customer sent, ends the entries and takes no message', async () => {
    await setMessaging(server.db, true)
    const sent = await send({ amount: 125, receiptNo: 'BD-1-1' })
    const before = await rowOf(server, 'receipt', { id: sent.id })
    const review = await opened()
    const { version } = (await review.decide({ amount: 1250, receiptNo: 'BD-1-2' })).body
    server.clock.advance(1000)
    const { item } = (await review.undo(version)).body
    expect(item?.sides[0]).toMatchObject({ receiptNo: 'BD-1-1', amountSatang: 12_500 })
    const { version: _, updated_at: __, ...after } = await rowOf(server, 'receipt', { id: sent.id })
    expect(before).toMatchObject(after)
    expect([...(await claims())]).toEqual([['BD11', sent.id]])
    expect([await tickets(sent.id), (await shown(sent.id)).correctedFrom]).toEqual([[], null])
    const change = { ...receiptBody(server, sent.images, { receiptNo: 'BD-1-1', amount: 300 }) }
    const { id: ___, ...body } = change
    const edited = await server.call('updateReceipt', {
      token: somchai.token,
      params: { id: sent.id },
      body,
      key: newKey(),
      headers: { 'If-Match': '"3"' },
    })
    expect([edited.status, edited.body.amount]).toEqual([200, 300])
  })

  test('makes the receipt disputed if another customer has its old number by then', async () => {
    const first = await send({ receiptNo: 'BD-1-1' })
    const review = await opened()
    const { version } = (await review.decide({ receiptNo: 'BD-1-2' })).body
    const second = await send({ receiptNo: 'BD-1-1' }, malee)
    expect(second.disputed).toBe(false)
    expect((await review.undo(version)).status).toBe(200)
    expect(await shown(first.id)).toMatchObject({ status: 'pending', disputed: true, receiptNo: 'BD-1-1' })
  })

  test('is refused if the customer has sent the old number again by then', async () => {
    const first = await send({ receiptNo: 'BD-1-1' })
    const review = await opened()
    const { version } = (await review.decide({ receiptNo: 'BD-1-2' })).body
    await send({ receiptNo: 'BD-1-1' })
    expect((await review.undo(version)).error).toMatchObject({ error: 'REFUSED', detail: 'NUMBER_TAKEN' })
    expect(await shown(first.id)).toMatchObject({ status: 'approved', receiptNo: 'BD-1-2' })
  })
})

describe('a disputed number', () => {
  const both = async () => {
    const first = await send({ receiptNo: 'BD-1-1' })
    return [first, await send({ receiptNo: 'BD-1-1' }, malee)] as const
  }

  test('of the second receipt is corrected without a word about the pair', async () => {
    const [first, second] = await both()
    const review = await opened(second.id)
    expect(review.item.disputedWith).toBe(first.id)
    expect((await review.decide({ receiptNo: 'BD-1-2' }, { number: 'this' })).status).toBe(200)
    expect([...(await claims())].toSorted()).toEqual([
      ['BD11', first.id],
      ['BD12', second.id],
    ])
    expect([(await shown(first.id)).status, (await shown(second.id, malee)).disputed]).toEqual([
      'pending',
      false,
    ])
  })

  test('of the first receipt goes to the second one', async () => {
    const [first, second] = await both()
    await (await opened(first.id)).decide({ receiptNo: 'BD-1-2' })
    expect(await shown(second.id, malee)).toMatchObject({ status: 'pending', disputed: false })
    expect((await claims()).get('BD11')).toBe(second.id)
  })

  test('still needs the word about the pair if only the amount is corrected', async () => {
    const [, second] = await both()
    const review = await opened(second.id)
    const refused = await review.decide({ amount: 900 })
    expect(refused.error).toMatchObject({ error: 'REFUSED', detail: 'NUMBER_TAKEN' })
    expect((await review.decide({ amount: 900 }, { number: 'this' })).status).toBe(200)
    expect(await shown(second.id, malee)).toMatchObject({ status: 'approved', amount: 900, rights: 9 })
  })
})

test('a repeated request returns the first result, and another correction is refused', async () => {
  const { id } = await send({ amount: 125 })
  const review = await opened()
  const { body: decided } = await review.decide({ amount: 1250 })
  const entries = (await rowsOf(server, 'audit')).length
  expect((await review.decide({ amount: 1250 })).body).toEqual(decided)
  expect((await rowsOf(server, 'audit')).length).toBe(entries)
  expect((await review.decide({ amount: 1260 })).error).toMatchObject({ error: 'CHANGED' })
  const plain = { ...review.bodyOf({ amount: 1 }), decision: { kind: 'approved' } }
  expect((await review.send(plain)).error).toMatchObject({ error: 'CHANGED' })
  expect((await tickets(id)).length).toBe(12)
})

test('a customer who edits the receipt at the same time makes the correction outdated', async () => {
  const sent = await send({ amount: 125 })
  const review = await opened()
  const { id: _, ...body } = receiptBody(server, sent.images, { amount: 300 })
  await server.call('updateReceipt', {
    token: somchai.token,
    params: { id: sent.id },
    body,
    key: newKey(),
    headers: { 'If-Match': '"1"' },
  })
  expect((await review.decide({ amount: 1250 })).error).toMatchObject({ error: 'CHANGED' })
  expect(await shown(sent.id)).toMatchObject({ status: 'pending', amount: 300, correctedFrom: null })
})

test('the phone may repeat its first request after the correction', async () => {
  const body = receiptBody(server, [await uploadPhoto(server, somchai)], { amount: 125 })
  const create = (change: Sent = {}) =>
    server.call('createReceipt', { token: somchai.token, body: { ...body, ...change }, key: newKey() })
  await create()
  await (await opened()).decide({ amount: 1250 })
  const again = await create()
  expect([again.status, again.body.amount, again.body.correctedFrom]).toEqual([200, 1250, { amount: 125 }])
  expect((await create({ amount: 1250 })).error).toMatchObject({ error: 'RECEIPT_EXISTS' })
})

test('a receipt can still be corrected after the campaign has closed, but not to a time after that', async () => {
  const { id } = await send({ amount: 125 })
  const { closes_at } = await campaignOf(server)
  server.clock.advance(closes_at + 2 * DAY_MS - server.clock.now())
  const review = await opened()
  const late = await review.decide({ purchasedAt: isoOf(closes_at + MINUTE_MS) })
  expect(late.error.fields).toEqual([{ path: 'decision.corrected.purchasedAt', code: 'period' }])
  expect((await review.decide({ amount: 1250, purchasedAt: isoOf(closes_at - MINUTE_MS) })).status).toBe(200)
  expect((await tickets(id)).length).toBe(12)
})
