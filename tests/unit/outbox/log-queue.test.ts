import { expect, test } from 'vitest'
import { LOG_BATCH } from '#src/outbox/limits.ts'
import { type Gateway, loneLogQueue } from '#tests/kit/lone-log-queue.ts'
import { lookAlike } from '#tests/kit/network.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { pageKv } from '#tests/kit/phone.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

const alone = (gateway: Gateway, kv = pageKv()) => loneLogQueue(world, gateway, kv)

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
  const queue = alone((body, _, key) => {
    sizes.push(JSON.parse(body).events.length)
    return body.includes('/evil')
      ? Response.json(
          { error: 'TOO_LARGE', message: 'x', requestId: 'r', idempotencyKey: key },
          { status: 413 },
        )
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

test.each([400, 401, 413, 422] as const)(
  'a gateway’s refusal %i in our format deletes no event and splits no batch, and the events arrive later',
  async status => {
    let blocked = true
    const queue = alone(() => (blocked ? lookAlike(status) : null))
    await queue.add(paths)
    expect(await queue.sendAll()).toEqual({ kind: 'portal', status })
    expect(queue.answers).toEqual([status])
    expect(await queue.kv.keys('q/')).toHaveLength(paths.length)
    blocked = false
    expect(await queue.sendAll()).toBeNull()
    expect(await world.views()).toEqual(paths)
    expect(await queue.kv.keys('q/')).toEqual([])
  },
)

test('the key in the header is proof enough, because a server up to 1.1.0 does not repeat it in the body', async () => {
  const fields = [{ path: 'events.1.kind', code: 'union' }]
  const queue = alone((body, _, key) =>
    body.includes('/newer')
      ? Response.json(
          { error: 'VALIDATION', message: 'x', requestId: 'r', fields },
          { status: 400, headers: { 'Idempotency-Key': key ?? '' } },
        )
      : null,
  )
  await queue.add(['/a', '/newer', '/b'])
  expect(await queue.sendAll()).toBeNull()
  expect(await world.views()).toEqual(['/a', '/b'])
  expect(queue.answers).toEqual([400, 200])
})

test('only a refusal of our server drops an event, not a gateway’s error that happens to have a code of ours', async () => {
  const answer = Response.json({ error: 'IMAGE_HASH', message: 'x', requestId: 'r' }, { status: 422 })
  const queue = alone(() => answer.clone())
  await queue.add(['/a'])
  expect(await queue.sendAll()).toMatchObject({ code: 'IMAGE_HASH' })
  expect(await queue.kv.keys('q/')).toHaveLength(1)
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
  const { receipt } = world
  world.breakBy(() => 'drop-request')
  await world.openWith(20 * 60_000, receipt('A-1'))
  await world.online(30_000)
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
  // The queue also drops an event that is added only after its delivery.
  await page.queue.add(third, owner, world.clock.now())
  await page.sendAll()
  expect(page.calls).toEqual(['/api/log/batch'])
  expect(await world.views()).toEqual(['/receipt'])
})

/** Answers like a server that has only the specification's calls: in our error format or in its own. */
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

test('without batches, an event that the server refuses without a proof waits, and the others arrive', async () => {
  const missing = withoutBatches('its own')
  let refuses = true
  const queue = alone((body, path) => {
    const isRefused = refuses && path === '/api/logpageview' && body.includes('/b')
    return isRefused ? new Response('Bad Request', { status: 400 }) : missing(body, path)
  })
  await queue.add(['/a', '/b', '/c'])
  expect(await queue.sendAll()).toEqual({ kind: 'portal', status: 400 })
  expect(await world.views()).toEqual(['/a', '/c'])
  refuses = false
  expect(await queue.sendAll()).toBeNull()
  expect(await world.views()).toEqual(['/a', '/b', '/c'])
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
