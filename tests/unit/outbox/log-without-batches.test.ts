import { expect, test } from 'vitest'
import { type Gateway, loneLogQueue } from '#tests/kit/lone-log-queue.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)


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
