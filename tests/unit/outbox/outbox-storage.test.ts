// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JOB_MAX_AGE_MS } from '#src/outbox/limits.ts'
import { jobKey, quarantineKey } from '#src/storage/keys.ts'
import { png, pngChunk } from '#tests/kit/images.ts'
import { type OfflineWorld, offlineWorld } from '#tests/kit/offline-world.ts'

let world: OfflineWorld
beforeEach(async () => {
  world = await offlineWorld()
})
afterEach(() => world.server.close())

test('quarantines an unreadable record and sends the other jobs', async () => {
  const { phone, clock, a, receipt } = world
  await phone.disk.set([[jobKey('broken'), { v: 99, anything: true }]])
  phone.signIn(a)
  const { outbox } = phone.open()
  void outbox.enqueue(receipt('A-1'))
  await clock.advance(1000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(outbox.unreadable()).toBe(1)
  expect(await phone.disk.get(quarantineKey(jobKey('broken')))).toMatchObject({ v: 99 })
})

test('a full phone reports it, keeps its jobs and still sends online', async () => {
  const { phone, clock, a, receipt } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const { outbox } = phone.open()
  void outbox.enqueue(receipt('A-1'))
  await clock.advance(500)
  phone.full = true
  const refused = outbox.enqueue(receipt('A-2'))
  await clock.advance(500)
  expect(await refused).toEqual({ state: 'unsaved', reason: 'quota' })
  expect(outbox.views()).toHaveLength(1)
  world.breakBy(() => 'ok')
  const direct = outbox.enqueue(receipt('A-3'))
  await clock.advance(500)
  expect(await direct).toEqual({ state: 'received' })
  await clock.advance(120_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-3'])
})

test('refuses a new job after 200 queued jobs and keeps the old ones', async () => {
  const { phone, clock, a } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const { outbox } = phone.open()
  const answer = (text: string) =>
    outbox.enqueue({ route: 'postAnswer', params: {}, body: { Answer: text }, subject: text })
  const sent = Array.from({ length: 201 }, (_, i) => answer(`คำตอบ ${i}`))
  await clock.advance(10_000)
  expect(await sent[200]).toEqual({ state: 'unsaved', reason: 'limit' })
  expect(outbox.views()).toHaveLength(200)
})

test('resumes a large photo where the network interrupted it', async () => {
  const { phone, clock, a, receipt, random } = world
  const noise = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(random() * 256)))
  const photo = png(300, 300, 1, [pngChunk('juNk', noise)])
  const sizes: number[] = []
  world.breakBy(request => {
    if (request.method !== 'PUT') return 'ok'
    const [, from = '0', to = '0'] =
      /bytes (\d+)-(\d+)/.exec(request.headers.get('content-range') ?? '') ?? []
    sizes.push(Number(to) - Number(from) + 1)
    return sizes.length === 4 ? 'drop-request' : 'ok'
  })
  phone.signIn(a)
  const { outbox } = phone.open()
  void outbox.enqueue(receipt('A-1', 250.5, photo))
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(sizes.slice(0, 4)).toEqual([65_536, 65_536, 65_536, 65_536])
  expect(sizes.reduce((sum, size) => sum + size)).toBe(photo.length + 65_536)
})

test('asks before sending a job older than seven days', async () => {
  const { phone, clock, a, receipt } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const page = phone.open()
  const job = receipt('A-1')
  void page.outbox.enqueue(job)
  await clock.advance(1000)
  page.crash()
  await clock.advance(8 * 24 * 3_600_000)
  world.breakBy(() => 'ok')
  const { outbox } = phone.open()
  await clock.advance(10_000)
  expect(await world.receipts()).toEqual([])
  expect(outbox.views()).toMatchObject([{ id: job.id, state: 'needs-you', expired: true }])
  await outbox.retry(job.id)
  await clock.advance(10_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a phone whose clock was set back does not wait until the old time', async () => {
  const { phone, clock, a, receipt } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const { outbox } = phone.open()
  clock.jump(24 * 3_600_000)
  void outbox.enqueue(receipt('A-1'))
  await clock.advance(30_000)
  clock.jump(-24 * 3_600_000)
  world.breakBy(() => 'ok')
  outbox.sendNow()
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a photo stays on the phone until no job uses it', async () => {
  const { phone, clock, a, receipt } = world
  phone.signIn(a)
  const { outbox } = phone.open()
  const photo = png(200, 200, 5)
  const first = receipt('A-1', 1, photo)
  const refused = outbox.enqueue(first)
  await clock.advance(100)
  expect((await refused).state).toBe('refused')
  world.breakBy(() => 'drop-request')
  const second = receipt('A-2', 250, photo)
  void outbox.enqueue(second)
  await clock.advance(100)
  const photos = () => phone.disk.keys('q/photo/')
  expect(await photos()).toHaveLength(1)
  await outbox.discard(first.id)
  expect(await photos()).toHaveLength(1)
  world.breakBy(() => 'ok')
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-2'])
  expect(await photos()).toEqual([])
})

test('a correction keeps the photo that it shares with the refused receipt', async () => {
  const { phone, clock, a, receipt } = world
  phone.signIn(a)
  const { outbox } = phone.open()
  const job = receipt('A-1')
  void outbox.enqueue({ ...job, body: { ...job.body, amount: 1 } })
  await clock.advance(100)
  world.breakBy(() => 'drop-request')
  void outbox.enqueue(job)
  await clock.advance(100)
  expect(outbox.views()).toHaveLength(1)
  expect(await phone.disk.keys('q/photo/')).toHaveLength(1)
})

test('a new receipt replaces one that expired on the phone, and a new profile change does not', async () => {
  const { phone, clock, a, receipt } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const page = phone.open()
  const job = receipt('A-1')
  const profile = (firstName: string) =>
    ({ route: 'putCustomer', params: {}, body: { firstName }, subject: 'customer' }) as const
  void page.outbox.enqueue(job)
  void page.outbox.enqueue(profile('หนึ่ง'))
  await clock.advance(1000)
  page.crash()
  await clock.advance(JOB_MAX_AGE_MS)
  const { outbox } = phone.open()
  await clock.advance(1000)
  const routes = () => outbox.views().map(view => `${view.route} ${view.state}`)
  expect(routes()).toEqual(['createReceipt needs-you', 'putCustomer needs-you'])
  void outbox.enqueue(job)
  void outbox.enqueue(profile('สอง'))
  await clock.advance(1000)
  expect(routes()).toEqual(['putCustomer needs-you', 'createReceipt queued', 'putCustomer queued'])
})
