// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobKey, photoKey, quarantineKey } from '#src/storage/keys.ts'
import { png, pngChunk } from '#tests/kit/images.ts'
import { isReceiptPost, type OfflineWorld, offlineWorld } from '#tests/kit/offline-world.ts'

let world: OfflineWorld
beforeEach(async () => {
  world = await offlineWorld()
})
afterEach(() => world.server.close())

/** A photo of about this many bytes that no two calls give alike. */
const photoOf = (bytes: number) =>
  png(300, 300, 1, [
    pngChunk('juNk', Buffer.from(Array.from({ length: bytes }, () => Math.floor(world.random() * 256)))),
  ])

test('a page that dies in the middle of a photo is followed by one that goes on where the server stands', async () => {
  const { phone, clock, a, receipt } = world
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
  phone.signIn(a)
  const first = phone.open()
  page.crash = first.crash
  const job = receipt('A-1', 250.5, photoOf(300_000))
  void first.outbox.enqueue(job)
  await clock.advance(1000)
  expect(first.dead()).toBe(true)
  phone.open()
  await clock.advance(5000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(pieces).toBe(5)
  expect(sent).toBeLessThanOrEqual(1.5 * 300_000)
})

test('how far a photo is can be seen while it goes, piece by piece', async () => {
  const { phone, clock, a, receipt } = world
  phone.signIn(a)
  const { outbox } = phone.open()
  const seen = new Set<number>()
  outbox.onChange(() => {
    for (const { progress } of outbox.views()) if (progress !== null) seen.add(progress)
  })
  void outbox.enqueue(receipt('A-1', 250.5, photoOf(300_000)))
  await clock.advance(5000)
  const parts = [...seen]
  expect(parts).toEqual(parts.toSorted((x, y) => x - y))
  expect(parts).toHaveLength(6)
  expect([parts[0], parts.at(-1)]).toEqual([0, 1])
})

test('a photo that neither the phone nor the server has any more asks the customer, and does not wait for ever', async () => {
  const { phone, clock, a, receipt } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const { outbox } = phone.open()
  const job = receipt('A-1')
  void outbox.enqueue(job)
  await clock.advance(100)
  await phone.disk.delete([photoKey(a.customerId, job.photos[0]?.sha256 ?? '')])
  world.breakBy(() => 'ok')
  await clock.advance(120_000)
  expect(outbox.views()).toMatchObject([
    { id: job.id, state: 'needs-you', failure: { kind: 'refused', code: 'IMAGE_MISSING' } },
  ])
})

test('what is too large for the server is shown to the customer, and the others go on', async () => {
  const { phone, clock, a, receipt } = world
  phone.signIn(a)
  const { outbox } = phone.open()
  const huge = receipt('A-1', 250.5, photoOf(8 * 1024 * 1024 + 1))
  void outbox.enqueue(huge)
  void outbox.enqueue(receipt('A-2'))
  await clock.advance(30_000)
  expect(await world.receipts()).toEqual(['A A-2'])
  expect(outbox.views()).toMatchObject([{ id: huge.id, state: 'needs-you', failure: { status: 413 } }])
})

test('a clock that is moved back does not keep a queue waiting for a sign-in or for its turn', async () => {
  const { phone, clock, a, receipt } = world
  phone.signIn({ customerId: a.customerId, token: 'x'.repeat(43) })
  const { outbox } = phone.open()
  void outbox.enqueue(receipt('A-1'))
  await clock.advance(5000)
  expect(outbox.views()).toMatchObject([{ state: 'waiting-sign-in' }])
  clock.jump(-23 * 3_600_000)
  phone.renewal = async () => a.token
  await clock.advance(120_000)
  expect(await world.receipts()).toEqual(['A A-1'])

  world.breakBy(request => (request.method === 'POST' ? 'too-many' : 'ok'))
  void outbox.enqueue(receipt('A-2'))
  await outbox.log({ kind: 'pageview', eventId: world.id(), at: '2026-11-20T05:00:00Z', path: '/late' })
  await clock.advance(10_000)
  clock.jump(-30 * 60_000)
  world.breakBy(() => 'ok')
  await clock.advance(90_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2'])
  expect(world.calls('POST /api/log/batch')).toBe(1)
})

test('a tab whose storage was lost sends what it has by itself, and lets the others lead', async () => {
  const { phone, clock, a, receipt } = world
  phone.signIn(a)
  const leader = phone.open()
  const other = phone.open()
  await clock.advance(100)
  leader.loseStorage()
  void leader.outbox.enqueue(receipt('A-1'))
  await clock.advance(1000)
  expect(leader.durable()).toBe(false)
  void other.outbox.enqueue(receipt('A-2'))
  await clock.advance(1000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2'])
  // The other way round: the healthy tab leads, and the sick one does not wait for it.
  const late = phone.open()
  await clock.advance(100)
  late.loseStorage()
  void late.outbox.enqueue(receipt('A-3'))
  await clock.advance(1000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3'])
})

test('where the phone cannot delete what was received, it is sent once more and counts once', async () => {
  const { phone, clock, a, receipt } = world
  phone.signIn(a)
  const page = phone.open()
  let posts = 0
  world.breakBy(request => {
    if (isReceiptPost(request) && ++posts === 1) page.loseStorage()
    return 'ok'
  })
  const sent = page.outbox.enqueue(receipt('A-1'))
  await clock.advance(1000)
  expect(await sent).toEqual({ state: 'received' })
  page.close()
  const { outbox } = phone.open()
  await clock.advance(5000)
  expect(posts).toBe(2)
  expect(outbox.views()).toEqual([])
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(await phone.disk.keys('q/')).toEqual([])
})

test('whoever leaves for good takes along what could not be read, and nothing of the others', async () => {
  const { phone, clock, a, b } = world
  await phone.disk.set([
    [jobKey('1'), { v: 99, owner: a.customerId }],
    [jobKey('2'), { v: 99, owner: b.customerId }],
    [jobKey('3'), 'no record at all'],
  ])
  phone.signIn(a)
  const { outbox } = phone.open()
  await clock.advance(100)
  expect(outbox.unreadable()).toBe(3)
  await outbox.discardOwner(a.customerId)
  expect(await phone.disk.keys('q/')).toEqual([quarantineKey(jobKey('2'))])
  expect(outbox.unreadable()).toBe(1)
})
