// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LogEvent } from '#contract/schema/log.ts'
import { LOG_BATCH } from '#src/outbox/limits.ts'
import { createLogQueue } from '#src/outbox/log-queue.ts'
import { createApi } from '#src/platform/http.ts'
import { createMemoryStore } from '#src/storage/key-value-store.ts'
import { type OfflineWorld, offlineWorld } from '#tests/kit/offline-world.ts'

let world: OfflineWorld
beforeEach(async () => {
  world = await offlineWorld()
})
afterEach(() => world.server.close())

const view = (path: string): LogEvent => ({
  kind: 'pageview',
  eventId: world.id(),
  at: '2026-11-20T05:00:00Z',
  path,
})
const stored = async () =>
  (await world.server.db.selectFrom('log_page_view').select('path').orderBy('path').execute()).map(
    ({ path }) => path,
  )
const isBatch = (request: Request) => request.url.endsWith('/api/log/batch')

/** Creates a log queue without the outbox. `gateway` may answer instead of the real server. */
function alone(gateway: (body: string) => Response | null) {
  const kv = { ...createMemoryStore(), durable: () => true }
  const answers: number[] = []
  const api = createApi({
    async fetch(request) {
      const response = gateway(await request.clone().text()) ?? (await world.server.fetch(request))
      answers.push(response.status)
      return response
    },
    baseUrl: 'https://campaign.example',
    token: () => world.a.token,
    clock: world.clock,
  })
  const queue = createLogQueue(kv, 'visit')
  const owner = world.a.customerId
  return {
    kv,
    answers,
    async add(paths: readonly string[]) {
      for (const path of paths) await queue.add(view(path), owner, world.clock.now())
    },
    async sendAll() {
      for (let tries = 0; tries < 40; tries++) {
        const { failure, more } = await queue.send(
          api,
          owner,
          world.clock.now(),
          new AbortController().signal,
        )
        if (failure || !more) return failure
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
  expect(await stored()).toEqual(paths)
  expect(queue.answers).toEqual([400, 200])
  expect(await queue.kv.keys('q/')).toEqual([])
})

test('finds a rejected event by smaller batches if the server names none', async () => {
  const queue = alone(body =>
    body.includes('/evil') ? new Response('no', { status: 413, headers: { 'X-Request-Id': 'g' } }) : null,
  )
  await queue.add([...paths.slice(0, 7), '/evil', ...paths.slice(7)])
  expect(await queue.sendAll()).toBeNull()
  expect(await stored()).toEqual(paths)
  expect(await queue.kv.keys('q/')).toEqual([])
})

test('limits each batch to the server’s body size, also with long paths', async () => {
  const queue = alone(() => null)
  const long = Array.from({ length: 120 }, (_, i) => `/${'ก'.repeat(190)}/${i}`)
  await queue.add(long)
  expect(await queue.sendAll()).toBeNull()
  expect(await stored()).toEqual(long.toSorted())
  expect(new Set(queue.answers)).toEqual(new Set([200]))
})

test('a hidden page sends its logs once in a keepalive request and keeps them queued', async () => {
  const { phone, clock, a } = world
  const parting: boolean[] = []
  world.breakBy(request => {
    if (isBatch(request)) parting.push(request.keepalive)
    return isBatch(request) && request.keepalive ? 'drop-reply' : 'ok'
  })
  phone.signIn(a)
  const page = phone.open()
  await clock.advance(0)
  await page.outbox.log(view('/receipt'))
  // Phones fire both visibilitychange and pagehide.
  page.show(false)
  page.show(false)
  await clock.advance(0)
  expect(parting).toEqual([true])
  expect(await stored()).toEqual(['/receipt'])
  expect(await phone.disk.keys('q/log/')).toHaveLength(1)
  page.show(true)
  await clock.advance(5000)
  expect(await phone.disk.keys('q/log/')).toEqual([])
  expect(await stored()).toEqual(['/receipt'])
})

test('probes the server after 30 seconds of silence, then sends everything', async () => {
  const { phone, clock, a, receipt } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const { outbox } = phone.open()
  void outbox.enqueue(receipt('A-1'))
  // The waits below are longer than the longest backoff.
  const pings = () => world.calls('GET /api/master/activity')
  await clock.advance(20 * 60_000)
  expect(pings()).toBe(0)
  world.breakBy(request => (request.url.endsWith('/api/master/activity') ? 'ok' : 'drop-request'))
  await clock.advance(10 * 60_000)
  expect(pings()).toBeGreaterThan(0)
  world.breakBy(() => 'ok')
  await clock.advance(35_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('after a refused event is found, batches grow to their full size again', async () => {
  const sizes: number[] = []
  const queue = alone(body => {
    sizes.push(JSON.parse(body).events.length)
    return body.includes('/evil')
      ? new Response('no', { status: 413, headers: { 'X-Request-Id': 'g' } })
      : null
  })
  await queue.add(['/evil', ...paths])
  expect(await queue.sendAll()).toBeNull()
  expect(Math.min(...sizes)).toBe(1)
  await queue.add(Array.from({ length: 150 }, (_, i) => `/${i}`))
  expect(await queue.sendAll()).toBeNull()
  expect(sizes).toContain(LOG_BATCH)
  expect(await queue.kv.keys('q/')).toEqual([])
})
