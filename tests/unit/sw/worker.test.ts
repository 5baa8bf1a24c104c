import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock } from '#src/platform/clock.ts'
import { CACHED_AT, SKIP_WAITING_MESSAGE } from '#src/platform/worker-protocol.ts'
import { createIndexedDbStore } from '#src/storage/key-value-store.ts'
import { STORE_NAME } from '#src/storage/keys.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { markSignedIn } from '#src/storage/signed-in.ts'
import { workerScope } from '#tests/kit/worker-scope.ts'

// Imported through a variable, so that this project does not type-check the module: a service worker has
// other globals than a page, and its own project checks it.
const WORKER = '#sw/sw.ts'
const BUILD_FILES = '#sw/precache.ts'
const CUSTOMER = '0190b6a0-0000-7000-8000-000000000001'
const HISTORY = '/api/receipt/customerHistory?limit=50'
const OLD_BUILD = 'workbox-precache-v2-https://campaign.example/'

let worker: ReturnType<typeof workerScope>

beforeAll(async () => {
  const files = {
    '/index.html': 'shell',
    '/assets/new-1234.js': 'new script',
    '/api/master/province': '[]',
    '/api/customer': '{}',
    '/api/receipt/customerHistory': '[]',
  }
  worker = workerScope(files, [
    { url: '/index.html', revision: '2' },
    { url: '/assets/new-1234.js', revision: null },
  ])
  const old = await worker.caches.open(OLD_BUILD)
  await old.put('https://campaign.example/index.html?__WB_REVISION__=1', new Response('old shell'))
  await old.put('https://campaign.example/assets/old-9876.js', new Response('old script'))
  await import(WORKER)
})
afterAll(() => worker.leave())

test('never takes over an open page before the customer agrees', async () => {
  await worker.dispatch('install')
  await worker.dispatch('message', { data: { type: 'something-else' } })
  await worker.dispatch('message', { data: null })
  expect(worker.skipWaiting).not.toHaveBeenCalled()
  await worker.dispatch('message', { data: { type: SKIP_WAITING_MESSAGE } })
  expect(worker.skipWaiting).toHaveBeenCalledOnce()
})

test('serves a script of the previous build after it has deleted that build’s cache', async () => {
  await worker.dispatch('install')
  await worker.dispatch('activate')
  const cached = await (await worker.caches.open(OLD_BUILD)).keys()
  expect(cached.map(({ url }) => new URL(url).pathname)).not.toContain('/assets/old-9876.js')
  const oldScript = async () => (await worker.request('/assets/old-9876.js'))?.text()
  expect(await oldScript()).toBe('old script')
  // A newer worker with the same scripts is installed.
  await worker.dispatch('install')
  expect(await oldScript()).toBe('old script')
})

test('leaves a request that carries a session token to the network, except for a named customer’s history', async () => {
  expect(await worker.request('/api/master/province')).not.toBeNull()
  const headers = { Authorization: 'Bearer token' }
  const named = { ...headers, 'X-Owner': CUSTOMER }
  expect(await worker.request('/api/master/province', { headers })).toBeNull()
  expect(await worker.request('/assets/new-1234.js', { headers })).toBeNull()
  expect(await worker.request('/api/customer', { headers: named })).toBeNull()
  expect(await worker.request(HISTORY, { headers })).toBeNull()
  expect(await (await worker.request(HISTORY, { headers: named }))?.json()).toEqual([])
})

test('answers a screen’s address with the shell, and leaves the server’s own pages to the server', async () => {
  const { answerFromBuild } = await import(BUILD_FILES)
  const navigate = async (path: string) => {
    // Pass a plain object, because only a browser can create a request with this mode.
    const answer = await answerFromBuild({ url: `https://campaign.example${path}`, mode: 'navigate' })
    return answer?.text() ?? null
  }
  expect(await navigate('/receipt/7?logstate=poster')).toBe('shell')
  const served = [
    '/api/openapi',
    '/line/webhook',
    '/healthz',
    '/readyz',
    '/assets/none',
    '/__emulator',
    '/terms.html',
  ]
  for (const path of served) expect([path, await navigate(path)]).toEqual([path, null])
})

test('keeps a history in IndexedDB for its customer, never in Cache Storage, and never takes it from the HTTP cache', async () => {
  const disk = createIndexedDbStore(reopeningStore(clock, indexedDB, STORE_NAME))
  await markSignedIn(disk, CUSTOMER)
  const headers = { Authorization: 'Bearer token', 'X-Owner': CUSTOMER }
  const response = await worker.request(HISTORY, { headers })
  expect(response?.headers.has(CACHED_AT)).toBe(false)
  expect(worker.requests.at(-1)).toEqual({ path: '/api/receipt/customerHistory', cache: 'no-store' })
  worker.goDown()
  const kept = await worker.request(HISTORY, { headers })
  expect(kept?.headers.get(CACHED_AT)).toMatch(/^\d{4}-/)
  expect(await kept?.json()).toEqual([])
  const other = { ...headers, 'X-Owner': CUSTOMER.replace('1', '2') }
  await expect(worker.request(HISTORY, { headers: other })).rejects.toThrow('Failed to fetch')
  for (const name of await worker.caches.keys())
    for (const { url } of await (await worker.caches.open(name)).keys()) expect(url).not.toContain('/api/')
})
