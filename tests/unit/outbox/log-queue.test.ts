// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOG_BATCH } from '#src/outbox/limits.ts'
import { createLogQueue } from '#src/outbox/log-queue.ts'
import { createApi } from '#src/platform/http.ts'
import { type OfflineWorld, offlineWorld } from '#tests/kit/offline-world.ts'
import { pageKv } from '#tests/kit/phone.ts'

let world: OfflineWorld
beforeEach(async () => {
  world = await offlineWorld()
})
afterEach(() => world.server.close())

type Gateway = (body: string, path: string) => Response | 'lost' | null

/**
 * Creates a log queue without the outbox. `gateway` may answer instead of the real server, or lose its answer. `kv` is
 * the phone's store, which two pages may share.
 */
function alone(gateway: Gateway, kv = pageKv()) {
  const answers: number[] = []
  const calls: string[] = []
  const api = createApi({
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const given = gateway(await request.clone().text(), pathname)
      const response = given instanceof Response ? given : await world.server.fetch(request)
      calls.push(pathname)
      answers.push(response.status)
      if (given === 'lost') throw new TypeError('the answer is lost')
      return response
    },
    baseUrl: 'https://campaign.example',
    token: () => world.a.token,
    clock: world.clock,
  })
  const queue = createLogQueue(kv, world.id())
  const owner = world.a.customerId
  return {
    kv,
    queue,
    answers,
    calls,
    async add(paths: readonly string[]) {
      for (const path of paths) await queue.add(world.view(path), owner, world.clock.now())
    },
    async sendAll() {
      for (let tries = 0; tries < 40; tries++) {
        const { failure, next } = await queue.send(
          api,
          owner,
          world.clock.now(),
          new AbortController().signal,
        )
        if (failure || next !== world.clock.now()) return failure
      }
      throw new Error('the queue never became empty')
    },
  }
}

const paths = Array.from({ length: 20 }, (_, i) => `/receipt/${i}`).sort()

test('drops only the event that the server names in a rejected batch', async () => {
  const queue = alone(() => null)
  await queue.add([...paths.slice(0, 7), 'no path at all', ...paths.slice(7)])
  expect(await queue.sendAll()).toBeNull()
  expect(await world.views()).toEqual(paths)
  expect(queue.answers).toEqual([400, 200])
  expect(await queue.kv.keys('q/')).toEqual([])
})

test('finds a rejected event by sending each one separately if the server names none, and then sends batches again', async () => {
  const sizes: number[] = []
  const queue = alone(body => {
    sizes.push(JSON.parse(body).events.length)
    return body.includes('/evil')
      ? Response.json({ error: 'TOO_LARGE', message: 'x', requestId: 'r' }, { status: 413 })
      : null
  })
  await queue.add([...paths.slice(0, 7), '/evil', ...paths.slice(7)])
  expect(await queue.sendAll()).toBeNull()
  expect(await world.views()).toEqual(paths)
  expect(sizes).toEqual([21, ...Array.from({ length: 21 }, () => 1)])
  await queue.add(Array.from({ length: LOG_BATCH + 1 }, (_, i) => `/${i}`))
  expect(await queue.sendAll()).toBeNull()
  expect(sizes.slice(22)).toEqual([LOG_BATCH, 1])
  expect(await queue.kv.keys('q/')).toEqual([])
})

test('limits each batch to the server’s body size, also with long paths', async () => {
  const queue = alone(() => null)
  const long = Array.from({ length: 120 }, (_, i) => `/${'ก'.repeat(190)}/${i}`)
  await queue.add(long)
  expect(await queue.sendAll()).toBeNull()
  expect(await world.views()).toEqual(long.toSorted())
  expect(new Set(queue.answers)).toEqual(new Set([200]))
})

test('an open page notices within 30 seconds that the server can be reached again', async () => {
  const { phone, clock, a, receipt } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const { outbox } = phone.open()
  void outbox.enqueue(receipt('A-1'))
  await clock.advance(20 * 60_000)
  world.breakBy(() => 'ok')
  await clock.advance(30_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('two pages send their own events and leave the other page’s alone', async () => {
  const kv = pageKv()
  const [first, second] = [alone(() => null, kv), alone(() => null, kv)]
  await first.add(['/a'])
  await second.add(['/b'])
  await second.queue.load(world.clock.now())
  expect(await second.sendAll()).toBeNull()
  expect(await world.views()).toEqual(['/b'])
  expect(await kv.keys('q/')).toHaveLength(1)
  expect(await first.sendAll()).toBeNull()
  await world.clock.advance(60_000)
  expect(await second.sendAll()).toBeNull()
  expect([first.calls, second.calls].map(calls => calls.length)).toEqual([1, 1])
  expect(await world.views()).toEqual(['/a', '/b'])
})

test('a page sends the events of a closed page after a minute, unless another page has sent them', async () => {
  const kv = pageKv()
  await alone(() => null, kv).add(['/left'])
  const [second, third] = [alone(() => null, kv), alone(() => null, kv)]
  await second.queue.load(world.clock.now())
  await world.clock.advance(59_999)
  expect(await second.sendAll()).toBeNull()
  expect(await world.views()).toEqual([])
  await world.clock.advance(1)
  await third.queue.load(world.clock.now())
  expect(await second.sendAll()).toBeNull()
  expect(await third.sendAll()).toBeNull()
  expect(await world.views()).toEqual(['/left'])
  expect([second.calls, third.calls].map(calls => calls.length)).toEqual([1, 0])
})

test('purging a customer also deletes the events that another page has just stored', async () => {
  const kv = pageKv()
  await alone(() => null, kv).add(['/a'])
  const second = alone(() => null, kv)
  await second.queue.load(world.clock.now())
  await second.queue.purge(world.b.customerId)
  expect(await kv.keys('q/')).toHaveLength(1)
  await second.queue.purge(world.a.customerId)
  expect(await kv.keys('q/')).toEqual([])
})

/** Answers like a server that has only the specification's calls: with our error format, or with its own. */
const withoutBatches = (format: 'ours' | 'its own') => (_: string, path: string) => {
  if (!['/api/log/batch', '/api/answer/question'].includes(path)) return null
  if (format === 'its own') return new Response('Not Found', { status: 404 })
  return Response.json({ error: 'NOT_FOUND', message: 'x', requestId: 'kit' }, { status: 404 })
}
const logCalls = (calls: readonly string[]) => calls.filter(path => path.startsWith('/api/log'))

test.each(['ours', 'its own'] as const)(
  'a server without batches gets every event in its own call (%s)',
  async format => {
    const queue = alone(withoutBatches(format))
    await queue.queue.add(
      { kind: 'state', eventId: world.id(), at: '2026-11-20T05:00:00Z', state: 'poster', os: 'ios' },
      world.a.customerId,
      world.clock.now(),
    )
    await queue.add(['/a', '/b'])
    expect(await queue.sendAll()).toBeNull()
    await queue.add(['/c'])
    expect(await queue.sendAll()).toBeNull()
    expect(logCalls(queue.calls)).toEqual([
      '/api/log/batch',
      '/api/logstate',
      '/api/logpageview',
      '/api/logpageview',
      '/api/log/batch',
      '/api/logpageview',
    ])
    expect(await world.views()).toEqual(['/a', '/b', '/c'])
    const states = await world.server.db.selectFrom('log_state').select(['state', 'os']).execute()
    expect(states).toEqual([{ state: 'poster', os: 'ios' }])
    expect(await queue.kv.keys('q/')).toEqual([])
  },
)

test('without batches, a lost event is sent again, an accepted one is not, and a refused one is dropped', async () => {
  const lost = new Set(['/b'])
  const missing = withoutBatches('ours')
  const queue = alone((body, path) => {
    const answer = missing(body, path)
    if (answer !== null || path !== '/api/logpageview') return answer
    const view = JSON.parse(body).path as string
    return lost.delete(view) ? new Response(null, { status: 503 }) : null
  })
  await queue.add(['/a', '/b', 'no path at all', '/c'])
  expect(await queue.sendAll()).toMatchObject({ status: 503 })
  expect(await queue.kv.keys('q/')).toHaveLength(3)
  expect(await queue.sendAll()).toBeNull()
  expect(await world.views()).toEqual(['/a', '/b', '/c'])
  const probe = [404, 404, 200]
  expect(queue.answers).toEqual([...probe, 200, 503, ...probe, 200, 400, 200])
})

test('a captive portal that answers 404 is not taken for a server without batches', async () => {
  let portal = true
  const queue = alone(() => (portal ? new Response('<html>', { status: 404 }) : null))
  await queue.add(['/a'])
  expect(await queue.sendAll()).toMatchObject({ kind: 'portal' })
  portal = false
  expect(await queue.sendAll()).toBeNull()
  expect(queue.calls.at(-1)).toBe('/api/log/batch')
  expect(await world.views()).toEqual(['/a'])
})

test.each([
  ['a gateway', () => new Response('Not Found', { status: 404 })],
  [
    'an older process',
    () => Response.json({ error: 'NOT_FOUND', message: 'x', requestId: 'r' }, { status: 404 }),
  ],
] as const)('events that have arrived are not counted again after one wrong 404 of %s', async (_, wrong) => {
  const answers = ['lost', wrong(), null] as const
  let batches = 0
  const queue = alone((_, path) => (path === '/api/log/batch' ? (answers[batches++] ?? null) : null))
  await queue.add(['/a', '/b'])
  expect(await queue.sendAll()).toEqual({ kind: 'network' })
  expect(await queue.sendAll()).toMatchObject({ status: 404 })
  expect(await queue.sendAll()).toBeNull()
  await queue.add(['/c', '/d'])
  expect(await queue.sendAll()).toBeNull()
  expect(logCalls(queue.calls)).toEqual(Array.from({ length: 4 }, () => '/api/log/batch'))
  expect(await world.views()).toEqual(['/a', '/b', '/c', '/d'])
})

test('waits for another call that delivers events, and then sends only the others', async () => {
  const page = alone(() => null)
  const events = [world.view('/'), world.view('/receipt'), world.view('/late')]
  const [first, second, third] = events
  if (!first || !second || !third) throw new Error('three events')
  const owner = world.a.customerId
  await page.queue.add(first, owner, world.clock.now())
  await page.queue.add(second, owner, world.clock.now())
  let deliver = (_ids: readonly string[]) => {}
  page.queue.deliveredBy(
    new Promise(resolve => {
      deliver = resolve
    }),
  )
  const sending = page.sendAll()
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(page.calls).toEqual([])
  deliver([first.eventId, third.eventId])
  await sending
  // An event that is queued only after its delivery is not stored either.
  await page.queue.add(third, owner, world.clock.now())
  await page.sendAll()
  expect(page.calls).toEqual(['/api/log/batch'])
  expect(await world.views()).toEqual(['/receipt'])
})
