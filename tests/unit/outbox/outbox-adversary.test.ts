import { expect, test } from 'vitest'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import { jobKey, outcomeKey, photoKey } from '#src/storage/keys.ts'
import { png, pngChunk } from '#tests/kit/images.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest, update } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, a, receipt, answer, b } = world

/** Returns a photo of about this many bytes. Each call returns a different photo. */
const photoOf = (bytes: number) =>
  png(300, 300, 1, [
    pngChunk('juNk', Buffer.from(Array.from({ length: bytes }, () => Math.floor(world.random() * 256)))),
  ])

test('resumes a photo at the server’s offset after the page was closed during the upload', async () => {
  let sent = 0
  let pieces = 0
  const page = { crash: () => {} }
  world.breakBy(request => {
    if (request.method !== 'PUT') return 'ok'
    sent += Math.min(65_536, 300_000 - pieces * 65_536)
    pieces += 1
    if (pieces === 4) page.crash()
    return 'ok'
  })
  const first = phone.open()
  page.crash = first.crash
  const job = receipt('A-1', 250.5, photoOf(300_000))
  await world.queue(first.outbox, 1000, job)
  expect(first.dead()).toBe(true)
  phone.open()
  await clock.advance(5000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(pieces).toBe(5)
  expect(sent).toBeLessThanOrEqual(1.5 * 300_000)
})

test('reports upload progress chunk by chunk', async () => {
  const { outbox } = phone.open()
  const seen = new Set<number>()
  outbox.onChange(() => {
    for (const { progress } of outbox.views()) if (progress !== null) seen.add(progress)
  })
  await world.queue(outbox, 5000, receipt('A-1', 250.5, photoOf(300_000)))
  const parts = [...seen]
  expect(parts).toEqual(parts.toSorted((x, y) => x - y))
  expect(parts).toHaveLength(6)
  expect([parts[0], parts.at(-1)]).toEqual([0, 1])
})

test('asks the customer if neither phone nor server has a photo any more', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  const job = receipt('A-1')
  await world.queue(outbox, 100, job)
  await phone.disk.delete([photoKey(a.customerId, job.photos[0]?.sha256 ?? '')])
  await world.online(120_000)
  expect(outbox.views()).toMatchObject([
    { id: job.id, state: 'refused', failure: { kind: 'refused', code: 'IMAGE_MISSING' } },
  ])
})

test('shows a job that is too large for the server and sends the others', async () => {
  const { outbox } = phone.open()
  const huge = receipt('A-1', 250.5, photoOf(8 * 1024 * 1024 + 1))
  await world.queue(outbox, 30_000, huge, receipt('A-2'))
  expect(await world.receipts()).toEqual(['A A-2'])
  expect(outbox.views()).toMatchObject([{ id: huge.id, state: 'refused', failure: { status: 413 } }])
})

test('a clock set back does not delay jobs that wait for a sign-in or a retry', async () => {
  phone.signIn({ customerId: a.customerId, token: 'x'.repeat(43) })
  const { outbox } = await world.openWith(5000, receipt('A-1'))
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'sign-in' }])
  clock.jump(-23 * 3_600_000)
  phone.renewal = async () => a.token
  await clock.advance(120_000)
  expect(await world.receipts()).toEqual(['A A-1'])

  world.breakBy(request => (request.method === 'POST' ? 'too-many' : 'ok'))
  void outbox.enqueue(receipt('A-2'))
  await outbox.log({ kind: 'pageview', eventId: world.id(), at: '2026-11-20T05:00:00Z', path: '/late' })
  await clock.advance(10_000)
  clock.jump(-30 * 60_000)
  await world.online(90_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2'])
  expect(world.calls('POST /api/log/batch')).toBe(1)
})

/** Makes every request fail in this way and counts the requests. */
function failing(first: 'drop-request' | 'unavailable') {
  const state = { requests: 0, by: first }
  world.breakBy(() => {
    state.requests += 1
    return state.by
  })
  return state
}

test('the customer’s tap ends the wait for the network, but not one that the server has asked for', async () => {
  const state = failing('unavailable')
  const { outbox } = await world.openWith(100, answer('yes'))
  outbox.sendNow(true)
  await clock.advance(2000)
  expect(state.requests).toBe(1)
  state.by = 'drop-request'
  await clock.advance(1500)
  expect(state.requests).toBe(2)
  outbox.sendNow(true)
  await clock.advance(0)
  expect(state.requests).toBe(3)
})

test('one job at a time finds out whether the server can be reached again', async () => {
  const state = failing('drop-request')
  const { outbox } = phone.open()
  const profile = {
    route: 'putCustomer',
    params: {},
    body: { firstName: 'มะลิ' },
    subject: 'customer',
  } as const
  for (const job of [answer('yes'), receipt('A-1'), profile]) void outbox.enqueue(job)
  await clock.advance(100)
  for (let tap = 0; tap < 3; tap += 1) {
    state.requests = 0
    outbox.sendNow(true)
    await clock.advance(0)
    expect(state.requests).toBe(1)
  }
})

test('a stored wait of more than an hour is over, because no wait is that long', async () => {
  world.breakBy(() => 'drop-request')
  const first = phone.open()
  const job = receipt('A-1')
  await world.queue(first.outbox, 500, job)
  first.crash()
  const stored = (await phone.disk.get(jobKey(job.id))) as object
  // The first release did not store when a wait began.
  const { waitsFrom: _, ...old } = { waitsFrom: 0, ...stored, state: 'queued', claim: null }
  await phone.disk.set([[jobKey(job.id), { ...old, notBefore: clock.now() + MAX_WAIT_MS + 60_000 }]])
  world.breakBy(() => 'ok')
  phone.open()
  await clock.advance(1000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a tab whose storage failed sends its own jobs, and the other tabs send theirs', async () => {
  const failed = phone.open()
  const other = phone.open()
  await clock.advance(100)
  failed.loseStorage()
  await world.queue(failed.outbox, 1000, receipt('A-1'))
  expect(failed.durable()).toBe(false)
  await world.queue(other.outbox, 1000, receipt('A-2'))
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2'])
  const late = phone.open()
  await clock.advance(100)
  late.loseStorage()
  await world.queue(late.outbox, 1000, receipt('A-3'))
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3'])
})

test('a delivered job that the phone cannot delete is sent again and takes effect once', async () => {
  const page = phone.open()
  let posts = 0
  world.breakBy(request => {
    if (isReceiptPost(request) && ++posts === 1) page.loseStorage()
    return 'ok'
  })
  const sent = page.outbox.enqueue(receipt('A-1'))
  await clock.advance(1000)
  expect(await sent).toMatchObject({ state: 'received' })
  page.close()
  const { outbox } = phone.open()
  await clock.advance(60_000)
  expect(posts).toBe(2)
  expect(outbox.views()).toEqual([])
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(await world.stored()).toEqual([])
})

test('leaving deletes the customer’s unreadable records and no one else’s', async () => {
  await phone.disk.set([
    [jobKey('1'), { v: 99, owner: a.customerId }],
    [jobKey('2'), { v: 99, owner: b.customerId }],
    [jobKey('3'), 'no record at all'],
  ])
  const { outbox } = phone.open()
  await clock.advance(100)
  expect(outbox.unreadable()).toBe(2)
  await outbox.discardOwner(a.customerId)
  expect(await phone.disk.keys('q/')).toEqual([jobKey('2')])
  expect(outbox.unreadable()).toBe(0)
})

test.each([
  ['the same contents', { receiptNo: 'a-1000' }, null],
  ['another amount', { amount: 99 }, 'RECEIPT_EXISTS'],
  ['another number', { receiptNo: 'A-2000' }, 'RECEIPT_EXISTS'],
  ['another store', { storeId: 2 }, 'RECEIPT_EXISTS'],
  ['another time', { purchasedAt: '2026-11-19T10:00:00Z' }, 'RECEIPT_EXISTS'],
])('a receipt that the server already has with %s', async (_, changed, code) => {
  const first = phone.open()
  const job = receipt('A-1')
  await world.queue(first.outbox, 1000, job)
  first.close()
  // The phone has lost the stored outcome of the receipt.
  await phone.disk.set([[outcomeKey(job.id), undefined]])
  const { outbox } = await world.openWith(1000, { ...job, body: { ...job.body, ...changed } })
  expect(await world.receipts()).toEqual(['A A-1'])
  const left = outbox.views().map(({ failure }) => failure)
  expect(left).toMatchObject(code === null ? [] : [{ code }])
})

test('a receipt that a reviewer corrected was delivered with what the customer sent', async () => {
  const first = phone.open()
  const job = receipt('A-1')
  await world.queue(first.outbox, 1000, job)
  first.close()
  await phone.disk.set([[outcomeKey(job.id), undefined]])
  const sent = { amount_satang: 25_050, receipt_no: 'A-1000' }
  const corrected = { amount_satang: 125_050, receipt_no: 'A-2000', corrected_from: JSON.stringify(sent) }
  await update(world.server, 'receipt', { ...corrected, status: 'approved' })
  const { outbox } = await world.openWith(1000, { ...job, body: { ...job.body, receiptNo: 'a-1000' } })
  expect(outbox.views()).toEqual([])
})
