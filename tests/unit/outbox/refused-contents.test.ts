import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, receipt, view, answer } = world

const page = (status: number) => new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } })

async function sendThrough(gateway: (request: Request) => Promise<Response>) {
  world.answerBy(gateway)
  const { ports, identity, newId } = phone.base()
  const outbox = createOutbox(ports, identity, newId())
  outbox.ownerChanged()
  const job = receipt('A-1')
  await world.queue(outbox, 100, job)
  return { outbox, job, ports }
}

/** Removes the filter and expects each receipt to take effect once. */
async function arrivesLater(receipts = ['A A-1']) {
  world.answerBy(() => null)
  await world.clock.advance(120_000)
  expect(await world.receipts()).toEqual(receipts)
  expect(await world.stored()).toEqual([])
}

/** Returns a security filter that refuses each receipt whose body contains one of these texts. */
const refusing =
  (contents: readonly string[], status = 403) =>
  async (request: Request) => {
    const text = isReceiptPost(request) ? await request.clone().text() : ''
    return contents.some(content => text.includes(content)) ? page(status) : world.fetch(request)
  }

test('what refuses a job’s contents again and again is named after a day, and the other jobs arrive', async () => {
  const { outbox, job } = await sendThrough(refusing(['A-1000']))
  await world.queue(outbox, 60_000, receipt('A-2'))
  expect(await world.receipts()).toEqual(['A A-2'])
  const view = () => outbox.views().find(({ id }) => id === job.id)
  expect(view()).toMatchObject({ state: 'queued', waitsFor: 'gateway' })
  clock.jump(DAY_MS)
  await clock.advance(60_000)
  expect(view()).toMatchObject({ state: 'queued', waitsFor: 'blocked', failure: { status: 403 } })
  await arrivesLater(['A A-1', 'A A-2'])
})

test.each([200, 301, 500, 502, 503])(
  'a status %i that refuses only one job is named after a day, also in the next page',
  async status => {
    const { outbox, ports } = await sendThrough(refusing(['A-1000'], status))
    await ports.api.call('activity')
    for (let minute = 0; minute < 5; minute += 1) {
      await clock.advance(60_000)
      expect(outbox.views()[0]?.waitsFor).not.toBe('blocked')
      expect(ports.connectivity.state()).toBe('reachable')
    }
    clock.jump(DAY_MS)
    await clock.advance(300_000)
    expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'blocked' }])
    const next = phone.open()
    await clock.advance(100)
    expect(next.outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'blocked' }])
    await arrivesLater()
  },
)

test.each([
  [200, 'gateway'],
  [511, 'gateway'],
  [500, 'server'],
  [502, 'server'],
])('a status %i to every request is not called a refusal of one job: %s', async (status, waitsFor) => {
  const { outbox } = await sendThrough(() => Promise.resolve(page(status)))
  clock.jump(DAY_MS)
  await clock.advance(300_000)
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor }])
})

test('a server that fails twice is not yet called a refusal, although it answers other calls', async () => {
  let posts = 0
  const { outbox } = await sendThrough(request => {
    if (isReceiptPost(request)) posts += 1
    return refusing(['A-1'], 502)(request)
  })
  clock.jump(DAY_MS)
  posts = 0
  const seen: unknown[] = []
  while (posts < 3) {
    const before = posts
    await clock.advance(1000)
    if (posts > before) seen.push(outbox.views()[0]?.waitsFor)
  }
  expect(seen).toEqual(['server', 'server', 'blocked'])
})

test('a job that is always refused does not hold up jobs and logs that have failed with it offline', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  for (const n of [1, 2]) void outbox.enqueue(receipt(`A-${n}`))
  void outbox.log(view('/help'))
  await clock.advance(20_000)
  world.breakBy(() => 'ok')
  world.answerBy(refusing(['A-1000']))
  await clock.advance(180_000)
  expect(await world.receipts()).toEqual(['A A-2'])
  expect(await world.views()).toEqual(['/help'])
  await arrivesLater(['A A-1', 'A A-2'])
})

test('two jobs that are always refused do not hold up a third, nor the logs', async () => {
  const { outbox } = await sendThrough(refusing(['A-1000', 'A-2000']))
  for (const n of [2, 3]) void outbox.enqueue(receipt(`A-${n}`))
  void outbox.log(view('/help'))
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-3'])
  expect(await world.views()).toEqual(['/help'])
  await arrivesLater(['A A-1', 'A A-2', 'A A-3'])
})

test('an outage costs one request for each pause, however many jobs wait', async () => {
  let requests = 0
  const { outbox } = phone.open()
  await clock.advance(100)
  world.breakBy(() => {
    requests += 1
    return 'drop-request'
  })
  for (const n of [1, 2, 3]) void outbox.enqueue(receipt(`A-${n}`))
  void outbox.enqueue(answer('ชา'))
  void outbox.log(view('/help'))
  await clock.advance(10_000)
  for (let tap = 0; tap < 5; tap += 1) {
    const before = requests
    outbox.sendNow(true)
    await clock.advance(500)
    expect(requests).toBe(before + 1)
  }
})
