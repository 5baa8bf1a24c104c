import { beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#contract/schema/receipt.ts'
import { CACHED_AT, CACHED_BECAUSE, ONLY_IF_CACHED } from '#src/platform/worker-protocol.ts'
import { privateKey, privatePrefix } from '#src/storage/keys.ts'
import { markSignedIn } from '#src/storage/signed-in.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { settle } from '#tests/kit/clock.ts'
import { installWorker, type OfflineWorker } from '#tests/kit/offline-worker.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const ORIGIN = 'https://campaign.example'
const HISTORY = '/api/receipt/customerHistory?limit=50'

let worker: OfflineWorker
const world = eachTest(offlineWorld)
beforeEach(async () => {
  worker = installWorker(world)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  worker.answer(new Request(ORIGIN + path, { headers }))

type Customer = { readonly customerId: string; readonly token: string }

/** Requests a customer's receipt history, as the page does. `more` are additional headers. */
const history = ({ customerId, token }: Customer, more: Record<string, string> = {}) =>
  get(HISTORY, { Authorization: `Bearer ${token}`, 'X-Owner': customerId, ...more })

/** Returns the length of the list in a response; -1 if the worker ignores the request. */
async function length(answer: Promise<Response> | null): Promise<number> {
  const response = await answer
  return response ? ((await response.json()) as unknown[]).length : -1
}

const numbers = async (response: Response | null) =>
  ((await response?.json()) as Receipt[] | undefined)?.map(({ receiptNo }) => receiptNo)

/** Signs customer A in on this phone and stores A's history, which has one receipt. */
async function historyOfA(): Promise<Response | null> {
  await sendReceipt(world.server, world.a, { receiptNo: 'A-1000' })
  await markSignedIn(world.phone.disk, world.a.customerId)
  const response = await history(world.a)
  await worker.idle()
  return response
}

/** Returns the same response with a body that stops halfway: it either fails, or hangs until `signal` aborts. */
async function truncated(
  response: Response,
  by: 'waiting' | 'error',
  signal: AbortSignal,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(bytes.subarray(0, bytes.length / 2))
      if (by === 'error') stream.error(new TypeError('network error'))
      signal.addEventListener('abort', () => stream.error(signal.reason))
    },
  })
  return new Response(body, { status: 200, headers: response.headers })
}

test('serves cached lists without a network, separately for each query, and says so', async () => {
  expect(await length(get('/api/master/district?provinceId=10'))).toBe(50)
  await get('/api/master/store')
  await worker.idle()
  const stored = new Date(world.clock.now()).toISOString()
  await world.clock.advance(5000)
  world.breakBy(() => 'drop-request')
  const districts = await get('/api/master/district?provinceId=10')
  expect(Object.fromEntries(districts?.headers ?? [])).toMatchObject({
    [CACHED_AT.toLowerCase()]: stored,
    [CACHED_BECAUSE.toLowerCase()]: 'network',
  })
  expect(await districts?.json()).toHaveLength(50)
  expect(await length(get('/api/master/store'))).toBeGreaterThan(0)
  await expect(get('/api/master/district?provinceId=50')).rejects.toThrow('Failed to fetch')
})

test('serves the cached list if the server does not answer within 8 seconds', async () => {
  await get('/api/master/province')
  await worker.idle()
  world.breakBy(() => 'hang')
  const late = get('/api/master/province')
  await settle()
  await world.clock.advance(8000)
  expect((await late)?.headers.get(CACHED_BECAUSE)).toBe('timeout')
  expect(await length(late)).toBe(77)
})

test('waits for a slow server without a cached list', async () => {
  worker = installWorker(world, async request => {
    await new Promise<void>(resolve => world.clock.after(15_000, resolve))
    request.signal.throwIfAborted()
    return world.fetch(request)
  })
  const late = length(get('/api/master/province'))
  await world.clock.advance(15_000)
  expect(await late).toBe(77)
})

test.each(['waiting', 'error'] as const)('serves the cached list for a truncated response (%s)', async by => {
  await get('/api/master/province')
  await worker.idle()
  worker = installWorker(world, async request => {
    const headers = new Headers(request.headers)
    headers.delete('if-none-match')
    return truncated(await world.fetch(new Request(request, { headers })), by, request.signal)
  })
  const late = get('/api/master/province')
  await settle()
  await world.clock.advance(8000)
  expect((await late)?.headers.get(CACHED_BECAUSE)).toBe(by === 'error' ? 'network' : 'timeout')
  expect(await length(late)).toBe(77)
})

test('passes on a captive portal’s page without storing it', async () => {
  world.breakBy(() => 'portal')
  expect((await get('/api/master/all'))?.headers.get('content-type')).toBe('text/html')
  await settle()
  expect(worker.written).toEqual([])
})

test('serves the cached list instead of a server error or a portal, with the status and Retry-After', async () => {
  await get('/api/master/province')
  await worker.idle()
  world.breakBy(() => 'unavailable')
  const sick = await get('/api/master/province')
  expect([sick?.headers.get(CACHED_BECAUSE), sick?.headers.get('retry-after')]).toEqual(['503', '3'])
  expect(await sick?.json()).toHaveLength(77)
  world.breakBy(() => 'portal')
  expect((await get('/api/master/province'))?.headers.get(CACHED_BECAUSE)).toBe('200')
})

test('compares ETags with the server, and answers 304 only to a page that has the same list', async () => {
  const etag = (await get('/api/master/province'))?.headers.get('etag') ?? ''
  await worker.idle()
  const conditions: (string | null)[] = []
  worker = installWorker(world, request => {
    conditions.push(request.headers.get('if-none-match'))
    return world.fetch(request)
  })
  const same = await get('/api/master/province', { 'If-None-Match': etag })
  const older = await get('/api/master/province', { 'If-None-Match': '"older"' })
  expect([same?.status, older?.status]).toEqual([304, 200])
  expect(await older?.json()).toHaveLength(77)
  expect(conditions).toEqual([etag, etag])
  expect(same?.headers.has(CACHED_AT)).toBe(false)
})

test('stores an unchanged list again after an hour, or once the clock was set back', async () => {
  const copies = async () => {
    await get('/api/master/province')
    await worker.idle()
    return worker.written.length
  }
  expect([await copies(), await copies()]).toEqual([1, 1])
  world.clock.jump(3_600_000)
  expect([await copies(), await copies()]).toEqual([2, 2])
  world.clock.jump(-3_600_000)
  expect([await copies(), await copies()]).toEqual([3, 3])
})

test('answers a request for the cached response only from the store, and with 504 if there is none', async () => {
  const only = { 'Cache-Control': ONLY_IF_CACHED }
  expect((await get('/api/master/province', only))?.status).toBe(504)
  await get('/api/master/province')
  await worker.idle()
  const before = world.calls('GET /api/master/province')
  expect(await length(get('/api/master/province', only))).toBe(77)
  expect(world.calls('GET /api/master/province')).toBe(before)
})

test('serves a customer’s receipt history without a network, and no other customer’s', async () => {
  expect(await numbers(await historyOfA())).toEqual(['A-1000'])
  world.breakBy(() => 'drop-request')
  expect(await numbers(await history(world.a))).toEqual(['A-1000'])
  await expect(history(world.b)).rejects.toThrow('Failed to fetch')
  const other = { customerId: world.b.customerId, token: world.a.token }
  await expect(history(other)).rejects.toThrow('Failed to fetch')
  expect((await history(other, { 'Cache-Control': ONLY_IF_CACHED }))?.status).toBe(504)
})

test('stores a history only after the server has accepted the session for that customer', async () => {
  await markSignedIn(world.phone.disk, world.a.customerId)
  await sendReceipt(world.server, world.b, { receiptNo: 'B-1000' })
  const refused = await history({ customerId: world.a.customerId, token: world.b.token })
  expect(refused?.status).toBe(409)
  expect(await refused?.json()).toMatchObject({ error: 'OWNER_MISMATCH' })
  const ended = await history({ customerId: world.a.customerId, token: 'x'.repeat(43) })
  expect(ended?.status).toBe(401)
  await worker.idle()
  expect(worker.written).toEqual([])
})

test('passes on a refusal instead of the stored history', async () => {
  await historyOfA()
  const ended = await history({ customerId: world.a.customerId, token: 'x'.repeat(43) })
  expect([ended?.status, ended?.headers.has(CACHED_AT)]).toEqual([401, false])
  world.breakBy(() => 'too-many')
  const limited = await history(world.a)
  expect([limited?.status, limited?.headers.has(CACHED_AT)]).toEqual([429, false])
})

test('never stores a session’s token', async () => {
  await historyOfA()
  const stored = JSON.stringify(await world.phone.disk.entries(''))
  expect(stored).toContain('A-1000')
  expect(stored).not.toContain(world.a.token)
})

test('does not store a history that arrives after its customer has signed out', async () => {
  let arrive = () => {}
  worker = installWorker(world, async request => {
    const response = await world.fetch(request)
    await new Promise<void>(resolve => {
      arrive = resolve
    })
    return response
  })
  await sendReceipt(world.server, world.a, { receiptNo: 'A-1000' })
  await markSignedIn(world.phone.disk, world.a.customerId)
  const late = history(world.a)
  await settle()
  await world.phone.disk.deletePrefix(privatePrefix(world.a.customerId))
  await markSignedIn(world.phone.disk, world.b.customerId)
  arrive()
  expect(await numbers(await late)).toEqual(['A-1000'])
  await worker.idle()
  expect(await world.phone.disk.keys(privatePrefix(world.a.customerId))).toEqual([])
  world.breakBy(() => 'drop-request')
  await expect(history(world.a)).rejects.toThrow('Failed to fetch')
})

test('does not serve a history whose customer signs out while the server is silent', async () => {
  await historyOfA()
  world.breakBy(() => 'hang')
  const late = history(world.a)
  const failed = expect(late).rejects.toThrow('Failed to fetch')
  await settle()
  await world.phone.disk.deletePrefix(privatePrefix(world.a.customerId))
  await world.clock.advance(8000)
  await failed
})

test('does not store an older history over one that was stored while the request was running', async () => {
  await historyOfA()
  let arrive = () => {}
  worker = installWorker(world, async request => {
    const response = await world.fetch(request)
    await new Promise<void>(resolve => {
      arrive = resolve
    })
    return response
  })
  await sendReceipt(world.server, world.a, { receiptNo: 'A-2000' })
  const slow = history(world.a)
  await settle()
  await sendReceipt(world.server, world.a, { receiptNo: 'A-3000' })
  const fast = installWorker(world)
  await fast.answer(
    new Request(ORIGIN + HISTORY, {
      headers: { Authorization: `Bearer ${world.a.token}`, 'X-Owner': world.a.customerId },
    }),
  )
  await fast.idle()
  arrive()
  await slow
  await worker.idle()
  const record = await world.phone.disk.get(privateKey(world.a.customerId, 'receipts'))
  expect(JSON.stringify(record)).toContain('A-3000')
})

test('ignores all other requests', () => {
  const { customerId, token } = world.a
  const bearer = { Authorization: `Bearer ${token}` }
  const mine = { ...bearer, 'X-Owner': customerId }
  const others: [string, Record<string, string>?][] = [
    ['/api/customer', mine],
    ['/api/reward', mine],
    [HISTORY, bearer],
    [HISTORY, { 'X-Owner': customerId }],
    [HISTORY, { ...bearer, 'X-Owner': '../customer' }],
    [HISTORY, { ...mine, Authorization: 'Basic x' }],
    [`${HISTORY}&cursor=x`, mine],
    ['/api/receipt/customerHistory', mine],
    ['/api/master/activity'],
    ['/api/master/province', bearer],
    ['/api/masterful'],
    ['/'],
  ]
  expect(others.map(([path, headers]) => get(path, headers))).toEqual(others.map(() => null))
  const post = new Request(`${ORIGIN}/api/master/province`, { method: 'POST' })
  expect(worker.answer(post)).toBeNull()
})
