/// <reference lib="webworker" />
import type { precache } from 'workbox-precaching'
import { clock } from '#src/platform/clock.ts'
import { SKIP_WAITING_MESSAGE, SYNC_TAG, TABS_CHANNEL } from '#src/platform/worker-protocol.ts'
import type { TabMessage } from '#src/ports.ts'
import { createIndexedDbStore, createKeyValueStore, withBreaker } from '#src/storage/key-value-store.ts'
import { STORE_NAME } from '#src/storage/keys.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { answerCached } from './cached-answers.ts'
import { answerFromBuild, precacheBuild } from './precache.ts'
import { wakeOutbox } from './sync.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof precache>[0] }

/** Missing from TypeScript's types, because only Chromium supports background sync. */
type SyncEvent = ExtendableEvent & { readonly tag: string }

const kv = createKeyValueStore(
  withBreaker(createIndexedDbStore(reopeningStore(clock, indexedDB, STORE_NAME)), clock),
)
const channel = new BroadcastChannel(TABS_CHANNEL)
const tabs = { post: (message: TabMessage) => channel.postMessage(message) }
// The worker compares ETags itself, and a response from the browser's HTTP cache would hide that the server is down.
const fromServer = (request: Request) => fetch(request, { cache: 'no-store' })

precacheBuild(self, self.__WB_MANIFEST)

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  // Ignore other origins, the emulator, and writes.
  if (url.origin !== self.location.origin || url.pathname.startsWith('/__') || request.method !== 'GET')
    return
  const waitUntil = (work: Promise<void>) => event.waitUntil(work)
  const cached = answerCached({ kv, clock, tabs, fetch: fromServer, waitUntil }, request)
  const isPrivate = request.headers.has('authorization')
  const response = cached ?? (isPrivate ? null : answerFromBuild(request))
  if (response !== null) event.respondWith(response)
})

self.addEventListener('sync', event => {
  const sync = event as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(wakeOutbox(self.clients))
})

// A new worker waits for this message, because it must not replace the files of open pages. `precache.ts` makes an
// exception if no page of the older build can start.
self.addEventListener('message', event => {
  if (event.data?.type === SKIP_WAITING_MESSAGE) void self.skipWaiting()
})
