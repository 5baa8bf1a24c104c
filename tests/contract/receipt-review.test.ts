import { describe, expect, test } from 'vitest'
import { rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import { approveReceipt, rejectReceipt } from '#server/campaign/receipts/review.ts'
import { countRows, newKey, receiptBody, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())

const approve = (id: string) => approveReceipt(server.db, id, server.clock.now(), server.deps.random)
const reject = (id: string, note: string | null = null) =>
  rejectReceipt(server.db, id, { reason: 'BLURRY', note }, server.clock.now())
const count = (table: 'receipt' | 'receipt_claim' | 'receipt_image' | 'ticket') => countRows(server, table)

describe('reading', () => {
  test('answers the same for another customer’s receipt and an unknown one', async () => {
    const mine = await sendReceipt(server, somchai)
    const ask = (id: string) =>
      malee.call('getReceipt', {
        params: { id },
        headers: { 'X-Request-Id': 'same-request-id' },
      })
    const [theirs, unknown] = [await ask(mine.body.id), await ask('01920000-0000-7000-8000-00000000ffff')]
    expect(theirs.status).toBe(404)
    expect(theirs.text).toBe(unknown.text)
    const own = await somchai.call('getReceipt', { params: { id: mine.body.id } })
    expect(own.body).toEqual(mine.body)
  })

  test('lists the history newest first, in pages without gaps or repeats', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await sendReceipt(server, somchai)).body.id)
      // The third and fourth receipts are sent in the same millisecond.
      if (index !== 2) server.clock.advance(1000)
    }
    await sendReceipt(server, malee)
    const seen: string[] = []
    let query: Record<string, string> = { limit: '2' }
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await somchai.call('receiptHistory', { query })
      seen.push(...page.body.map(one => one.id))
      const link = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
      expect(link === undefined).toBe(pages === 2)
      if (link) query = Object.fromEntries(new URL(link, 'https://campaign.example').searchParams)
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    expect([seen[0], seen[4]]).toEqual([ids[0], ids[4]])
  })

  test('filters the history by status and supports If-None-Match', async () => {
    const [first, second] = [await sendReceipt(server, somchai), await sendReceipt(server, somchai)]
    await approve(second.body.id)
    const pending = await somchai.call('receiptHistory', {
      query: { status: 'pending' },
    })
    expect(pending.body.map(one => one.id)).toEqual([first.body.id])
    const same = await somchai.call('receiptHistory', {
      query: { status: 'pending' },
      headers: { 'If-None-Match': pending.headers.get('etag') ?? '' },
    })
    expect([same.status, same.text]).toEqual([304, ''])
  })

  test.each(['x', 'bm9uc2Vuc2U', 'a.b'])('refuses an invalid cursor (%s)', async cursor => {
    const refused = await somchai.call('receiptHistory', { query: { cursor } })
    expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, 'cursor'])
  })
})

describe('review and correction', () => {
  test('approving creates the tickets once', async () => {
    const { body } = await sendReceipt(server, somchai, { amount: 350 })
    expect(await approve(body.id)).toBe(3)
    await expect(approve(body.id)).rejects.toThrow('NOT_EDITABLE')
    const shown = await somchai.call('getReceipt', { params: { id: body.id } })
    expect(shown.body).toMatchObject({ status: 'approved', rights: 3, editable: false, version: 2 })
    expect(await count('ticket')).toBe(3)
  })

  test('a rejected receipt shows the reason in Thai and English and can be corrected three times', async () => {
    const sent = await sendReceipt(server, somchai)
    const { id: _, ...body } = receiptBody(server, sent.body.images)
    const correct = () =>
      somchai.call('updateReceipt', {
        params: { id: sent.body.id },
        body,
        key: newKey(),
      })
    for (const left of [2, 1, 0]) {
      await reject(sent.body.id, left === 2 ? 'ถ่ายใหม่ให้เห็นเลขที่' : null)
      const rejected = await somchai.call('getReceipt', { params: { id: sent.body.id } })
      expect(rejected.body).toMatchObject({
        status: 'rejected',
        rights: 0,
        rejectReason: 'BLURRY',
        rejectText: left === 2 ? `${rejectReasons.BLURRY}: ถ่ายใหม่ให้เห็นเลขที่` : rejectReasons.BLURRY,
        rejectTextEn: left === 2 ? `${rejectReasonsEn.BLURRY}: ถ่ายใหม่ให้เห็นเลขที่` : rejectReasonsEn.BLURRY,
        editable: true,
        resubmitsLeft: left + 1,
      })
      expect((await correct()).body).toMatchObject({
        status: 'pending',
        rejectReason: null,
        resubmitsLeft: left,
      })
    }
    // Changing a pending receipt does not count as a correction.
    expect((await correct()).body).toMatchObject({ status: 'pending', resubmitsLeft: 0 })
    await reject(sent.body.id)
    const last = await correct()
    expect([last.status, last.error.error]).toEqual([409, 'RESUBMIT_LIMIT'])
    const shown = await somchai.call('getReceipt', { params: { id: sent.body.id } })
    expect(shown.body).toMatchObject({ status: 'rejected', editable: false, resubmitsLeft: 0 })
  })

  test('a pending receipt can be changed without using up a correction; a repeated key changes it once', async () => {
    const sent = await sendReceipt(server, somchai)
    const photo = await uploadPhoto(server, somchai)
    const { id: _, ...body } = receiptBody(server, [photo], { amount: 777, receiptNo: 'NEW-1' })
    const request = { token: somchai.token, params: { id: sent.body.id }, body, key: newKey() }
    const [changed, again] = [
      await server.call('updateReceipt', request),
      await server.call('updateReceipt', request),
    ]
    expect(changed.body).toMatchObject({ amount: 777, images: [photo], version: 2, resubmitsLeft: 3 })
    expect(again.text).toBe(changed.text)
    expect((await sendReceipt(server, malee, { receiptNo: sent.body.receiptNo })).status).toBe(200)
  })

  test('a change of an older version is refused with the current receipt', async () => {
    const sent = await sendReceipt(server, somchai)
    const { id: _, ...body } = receiptBody(server, sent.body.images)
    const change = (version: string) =>
      somchai.call('updateReceipt', {
        params: { id: sent.body.id },
        body,
        headers: { 'If-Match': version },
      })
    expect((await change('"1"')).status).toBe(200)
    const conflict = await change('"1"')
    expect([conflict.status, conflict.error.error]).toEqual([409, 'VERSION_CONFLICT'])
    expect(conflict.error.current).toMatchObject({ id: sent.body.id, version: 2 })
    expect((await change('abc')).error.fields?.[0]?.path).toBe('If-Match')
    expect((await change('2')).body.version).toBe(3)
  })

  test('an approved receipt cannot be changed or withdrawn', async () => {
    const sent = await sendReceipt(server, somchai)
    await approve(sent.body.id)
    const { id: _, ...body } = receiptBody(server, sent.body.images)
    const params = { id: sent.body.id }
    const changed = await somchai.call('updateReceipt', { params, body })
    const withdrawn = await somchai.call('deleteReceipt', { params })
    expect([changed.error.error, withdrawn.error.error]).toEqual(['NOT_EDITABLE', 'NOT_EDITABLE'])
  })

  test('withdrawing voids a receipt, and a repeat gets the same response', async () => {
    const sent = await sendReceipt(server, somchai)
    const request = { token: somchai.token, params: { id: sent.body.id }, key: newKey() }
    const first = await server.call('deleteReceipt', request)
    expect(first.body).toEqual({ id: sent.body.id, status: 'void' })
    expect((await server.call('deleteReceipt', request)).headers.get('idempotency-replayed')).toBe('true')
    expect((await server.call('deleteReceipt', { ...request, key: newKey() })).body).toEqual(first.body)
    const shown = await somchai.call('getReceipt', { params: request.params })
    expect(shown.body).toMatchObject({ status: 'void', version: 2 })
    expect(await count('receipt_claim')).toBe(0)
  })

  test('a customer cannot change or withdraw another customer’s receipt', async () => {
    const sent = await sendReceipt(server, somchai)
    const { id: _, ...body } = receiptBody(server, [await uploadPhoto(server, malee)])
    const params = { id: sent.body.id }
    const changed = await malee.call('updateReceipt', { params, body })
    const withdrawn = await malee.call('deleteReceipt', { params })
    expect([changed.status, withdrawn.status]).toEqual([404, 404])
    const shown = await somchai.call('getReceipt', { params })
    expect(shown.body).toEqual(sent.body)
  })
})
