// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryStore } from '#src/storage/key-value-store.ts'
import { answerMasterData } from '#sw/api-cache.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'
import { type Fault, network } from '#tests/kit/network.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

function worker() {
  let fault: Fault = 'ok'
  let way = (fetch: () => Promise<Response>, _signal: AbortSignal) => fetch()
  const clock = virtualClock(0)
  const kv = { ...createMemoryStore(), durable: () => true }
  const net = network(server.fetch, () => fault)
  const get = (path: string) =>
    answerMasterData(
      { kv, clock, fetch: (request, { signal }) => way(() => net.fetch(request), signal) },
      new Request(`https://campaign.example${path}`),
    )
  return {
    get,
    kv,
    clock,
    breakBy(next: Fault) {
      fault = next
    },
    goBy(next: typeof way) {
      way = next
    },
  }
}

async function length(answer: Promise<Response> | null): Promise<number> {
  const response = await answer
  return response ? ((await response.json()) as unknown[]).length : -1
}

test('serves cached lists without a network, separately for each query', async () => {
  const { get, breakBy } = worker()
  const bangkok = await length(get('/api/master/district?provinceId=10'))
  await get('/api/master/store')
  breakBy('drop-request')
  expect(bangkok).toBe(50)
  expect(await length(get('/api/master/district?provinceId=10'))).toBe(50)
  expect(await length(get('/api/master/store'))).toBeGreaterThan(0)
  await expect(get('/api/master/district?provinceId=50')).rejects.toThrow('Failed to fetch')
})

test('serves the cached list if the server does not answer', async () => {
  const { get, breakBy, clock } = worker()
  await get('/api/master/province')
  breakBy('hang')
  const late = get('/api/master/province')
  await settle()
  await clock.advance(4000)
  expect(await length(late)).toBe(77)
})

test('waits for a slow server without a cached list', async () => {
  const { get, clock, goBy } = worker()
  goBy(async (fetch, signal) => {
    await new Promise<void>(resolve => clock.after(15_000, resolve))
    signal.throwIfAborted()
    return fetch()
  })
  const late = length(get('/api/master/province'))
  await clock.advance(15_000)
  expect(await late).toBe(77)
})

/** Returns the same response with a body that stops halfway: it either hangs or fails. */
async function stopped(response: Response, by: 'waiting' | 'error'): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(bytes.subarray(0, bytes.length / 2))
      if (by === 'error') stream.error(new TypeError('network error'))
    },
  })
  return new Response(body, { status: 200, headers: response.headers })
}

test.each(['waiting', 'error'] as const)('serves the cached list for a truncated response (%s)', async by => {
  const { get, clock, goBy } = worker()
  await get('/api/master/province')
  goBy(async fetch => stopped(await fetch(), by))
  const late = length(get('/api/master/province'))
  await settle()
  await clock.advance(4000)
  expect(await late).toBe(77)
})

test('passes on a captive portal’s page without caching it', async () => {
  const { get, breakBy, kv } = worker()
  breakBy('portal')
  expect((await get('/api/master/all'))?.headers.get('content-type')).toBe('text/html')
  await settle()
  expect(await kv.keys('')).toEqual([])
})

test('serves the cached list on a server error', async () => {
  const { get, breakBy } = worker()
  await get('/api/master/province')
  breakBy('unavailable')
  expect(await length(get('/api/master/province'))).toBe(77)
})

test('ignores requests that are not for public lists', () => {
  const { get } = worker()
  const others = [
    '/api/customer',
    '/api/receipt/customerHistory',
    '/api/master/activity',
    '/',
    '/api/masterful',
  ]
  expect(others.map(path => get(path))).toEqual(others.map(() => null))
})
