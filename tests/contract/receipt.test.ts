import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { rejectReceipt } from '#server/campaign/receipts/review.ts'
import {
  campaignOf,
  countRows,
  receiptBody,
  sendReceipt,
  setCampaign,
  uploadPhoto,
} from '#tests/kit/activity.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())

const reject = (id: string) =>
  rejectReceipt(server.db, id, { reason: 'BLURRY', note: null }, server.clock.now())
const count = (table: 'receipt' | 'receipt_claim' | 'receipt_image' | 'ticket') => countRows(server, table)

describe('sending', () => {
  test('stores a valid receipt as pending and shows its expected entries', async () => {
    await update(server, 'store', { name_en: 'Bandee Mart, Si Lom' }, { id: 1 })
    const images = [await uploadPhoto(server, somchai), await uploadPhoto(server, somchai)]
    const body = receiptBody(server, images, { amount: 1234.56, receiptNo: 'bd-77/1' })
    const sent = await somchai.call('createReceipt', { body, key: body.id })
    expect(sent.status).toBe(200)
    expect(sent.headers.get('idempotency-key')).toBe(body.id)
    expect(sent.body).toMatchObject({
      id: body.id,
      storeId: 1,
      storeName: 'บ้านดีมาร์ท สาขาสีลม',
      storeNameEn: 'Bandee Mart, Si Lom',
      receiptNo: 'bd-77/1',
      amount: 1234.56,
      purchasedAt: body.purchasedAt,
      images,
      status: 'pending',
      rights: 12,
      disputed: false,
      rejectReason: null,
      rejectText: null,
      rejectTextEn: null,
      editable: true,
      resubmitsLeft: 3,
      version: 1,
      reviewedAt: null,
    })
  })

  test('is refused without a session and stores nothing', async () => {
    const body = receiptBody(server, [await uploadPhoto(server, somchai)])
    const refused = await server.call('createReceipt', { body, key: body.id })
    expect([refused.status, refused.error.error]).toEqual([401, 'UNAUTHORIZED'])
    expect(await count('receipt')).toBe(0)
  })

  test.each([
    ['id', { id: 'x' }],
    ['storeId', { storeId: 0 }],
    ['storeId', { storeId: 99_999 }],
    ['receiptNo', { receiptNo: 'R=1270' }],
    ['receiptNo', { receiptNo: '---' }],
    ['receiptNo', { receiptNo: 'A-1' }],
    ['amount', { amount: 12.345 }],
    ['amount', { amount: 0 }],
    ['purchasedAt', { purchasedAt: '2026-11-20' }],
    ['images', { images: [] }],
    ['status', { status: 'approved' }],
  ])('names an invalid %s', async (path, change) => {
    const images = [await uploadPhoto(server, somchai)]
    const body = { ...receiptBody(server, images), ...change }
    const refused = await somchai.call('createReceipt', { body })
    expect([refused.status, refused.error.error]).toEqual([400, 'VALIDATION'])
    expect(refused.error.fields?.map(field => field.path)).toEqual([path])
    expect(await count('receipt')).toBe(0)
  })

  test('refuses a purchase in the future, but tolerates a clock that is a little ahead', async () => {
    const at = (ms: number) => new Date(server.clock.now() + ms).toISOString()
    const future = await sendReceipt(server, somchai, { purchasedAt: at(HOUR_MS) })
    expect(future.error.fields).toEqual([{ path: 'purchasedAt', code: 'future' }])
    expect((await sendReceipt(server, somchai, { purchasedAt: at(60_000) })).status).toBe(200)
  })

  test('refuses purchases outside the campaign, closed stores and small amounts with their own codes', async () => {
    await update(server, 'store', { active: 0 }, { id: 2 })
    const { opens_at } = await campaignOf(server)
    const early = await sendReceipt(server, somchai, { purchasedAt: new Date(opens_at - 1000).toISOString() })
    const closed = await sendReceipt(server, somchai, { storeId: 2 })
    const small = await sendReceipt(server, somchai, { amount: 99.99 })
    expect([early, closed, small].map(one => [one.status, one.error.error])).toEqual([
      [422, 'OUT_OF_PERIOD'],
      [422, 'STORE_CLOSED'],
      [422, 'BELOW_MINIMUM'],
    ])
    expect(await count('receipt_claim')).toBe(0)
  })

  test('refuses a photo that this customer did not upload', async () => {
    const theirs = await uploadPhoto(server, malee)
    const nobodys = await sendReceipt(server, somchai, { images: ['a'.repeat(64)] })
    const foreign = await sendReceipt(server, somchai, { images: [theirs] })
    expect([nobodys, foreign].map(one => [one.status, one.error.error])).toEqual([
      [404, 'IMAGE_MISSING'],
      [404, 'IMAGE_MISSING'],
    ])
  })

  test('enforces the daily limit by Bangkok day, without counting withdrawn receipts', async () => {
    await setCampaign(server, { max_receipts_per_day: 2 })
    const first = await sendReceipt(server, somchai)
    await sendReceipt(server, somchai)
    const third = await sendReceipt(server, somchai)
    expect([third.status, third.error.error]).toEqual([409, 'DAILY_LIMIT'])
    expect((await sendReceipt(server, malee)).status).toBe(200)
    await somchai.call('deleteReceipt', { params: { id: first.body.id } })
    expect((await sendReceipt(server, somchai)).status).toBe(200)
    server.clock.advance(12 * HOUR_MS)
    expect((await sendReceipt(server, somchai)).status).toBe(200)
  })

  test('counts a late receipt for the day it was created on the phone, at most one day back', async () => {
    await setCampaign(server, { max_receipts_per_day: 1 })
    const at = (days: number) => new Date(server.clock.now() - days * DAY_MS).toISOString()
    expect((await sendReceipt(server, somchai)).status).toBe(200)
    expect((await sendReceipt(server, somchai, { at: at(1) })).status).toBe(200)
    for (const days of [3, -1])
      expect((await sendReceipt(server, somchai, { at: at(days) })).error.error).toBe('DAILY_LIMIT')
  })
})

describe('duplicate receipts', () => {
  test('are stored once: twenty receipts sent 25 times each at once', { timeout: 60_000 }, async () => {
    await setCampaign(server, { max_receipts_per_day: 50 })
    const image = await uploadPhoto(server, somchai)
    const bodies = Array.from({ length: 20 }, () => receiptBody(server, [image]))
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => bodies)
        .flat()
        .map(body => somchai.call('createReceipt', { body, key: body.id })),
    )
    expect(answers.filter(one => one.status !== 200)).toEqual([])
    expect(answers.filter(one => one.headers.get('idempotency-replayed') === 'true')).toHaveLength(480)
    expect(new Set(answers.map(one => one.text)).size).toBe(20)
    expect([await count('receipt'), await count('receipt_claim'), await count('receipt_image')]).toEqual([
      20, 20, 20,
    ])
  })

  test('of two customers with the same number, however written, share it: the first one has it', async () => {
    const answers = await Promise.all([
      sendReceipt(server, somchai, { receiptNo: 'bd 12-34/5' }),
      sendReceipt(server, malee, { receiptNo: 'BD12345' }),
    ])
    expect(answers.map(one => one.status)).toEqual([200, 200])
    expect(answers.map(one => one.body.disputed).toSorted()).toEqual([false, true])
    expect([await count('receipt'), await count('receipt_claim')]).toEqual([2, 1])
    const elsewhere = await sendReceipt(server, malee, { receiptNo: 'BD12345', storeId: 3 })
    expect([elsewhere.status, elsewhere.body.disputed]).toEqual([200, false])
  })

  test('can be sent again after the first one is withdrawn or rejected', async () => {
    const wrong = await sendReceipt(server, somchai, { receiptNo: 'BD-1' })
    await reject(wrong.body.id)
    const right = await sendReceipt(server, malee, { receiptNo: 'BD-1' })
    expect(right.status).toBe(200)
    expect(right.body.disputed).toBe(false)
  })
})

describe('the campaign’s dates', () => {
  test.each([
    ['pending', 'CAMPAIGN_NOT_STARTED'],
    ['ended', 'CAMPAIGN_ENDED'],
  ] as const)('refuse a receipt while the campaign is %s', async (mode, code) => {
    await setCampaign(server, { mode })
    const refused = await sendReceipt(server, somchai, { at: new Date(server.clock.now()).toISOString() })
    expect([refused.status, refused.error.error]).toEqual([403, code])
  })

  test('accept a purchase just before the close, but not at the close', async () => {
    const close = server.clock.now()
    await setCampaign(server, { closes_at: close })
    server.clock.advance(HOUR_MS)
    const at = new Date(close - 1000).toISOString()
    const bought = (ms: number) =>
      sendReceipt(server, somchai, { at, purchasedAt: new Date(ms).toISOString() })
    expect((await bought(close)).error.error).toBe('OUT_OF_PERIOD')
    expect((await bought(close - 1)).status).toBe(200)
  })

  test('accept no receipt at the close, except one that the phone made until then', async () => {
    const close = server.clock.now()
    await setCampaign(server, { closes_at: close })
    const purchasedAt = new Date(close - HOUR_MS).toISOString()
    expect((await sendReceipt(server, somchai, { purchasedAt })).error.error).toBe('CAMPAIGN_ENDED')
    const late = await sendReceipt(server, somchai, { purchasedAt, at: new Date(close + 1).toISOString() })
    expect(late.error.error).toBe('CAMPAIGN_ENDED')
    const last = await sendReceipt(server, somchai, { purchasedAt, at: new Date(close).toISOString() })
    expect(last.status).toBe(200)
  })

  test('allow a store’s clock to be five minutes ahead', async () => {
    const bought = (ms: number) =>
      sendReceipt(server, somchai, { purchasedAt: new Date(server.clock.now() + ms).toISOString() })
    expect((await bought(300_001)).error.fields).toEqual([{ path: 'purchasedAt', code: 'future' }])
    expect((await bought(300_000)).status).toBe(200)
  })

  test('accept the smallest amount, and nothing below', async () => {
    await setCampaign(server, { min_amount_satang: 10_000 })
    expect((await sendReceipt(server, somchai, { amount: 99.99 })).error.error).toBe('BELOW_MINIMUM')
    expect((await sendReceipt(server, somchai, { amount: 100 })).status).toBe(200)
  })

  test('accept a receipt for one more day if the phone created it before the close', async () => {
    const close = server.clock.now()
    await setCampaign(server, { closes_at: close })
    const purchasedAt = new Date(close - HOUR_MS).toISOString()
    const at = new Date(close - 60_000).toISOString()
    server.clock.advance(DAY_MS)
    const silent = await sendReceipt(server, somchai, { purchasedAt })
    const after = await sendReceipt(server, somchai, {
      purchasedAt,
      at: new Date(close + 1000).toISOString(),
    })
    expect([silent.error.error, after.error.error]).toEqual(['CAMPAIGN_ENDED', 'CAMPAIGN_ENDED'])
    expect((await sendReceipt(server, somchai, { purchasedAt, at })).status).toBe(200)
    server.clock.advance(1000)
    expect((await sendReceipt(server, somchai, { purchasedAt, at })).error.error).toBe('CAMPAIGN_ENDED')
  })
})
