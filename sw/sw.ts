/// <reference lib="webworker" />
import type { precache } from 'workbox-precaching'
import { clock } from '#src/platform/clock.ts'
import { SKIP_WAITING_MESSAGE, SYNC_TAG } from '#src/platform/worker-protocol.ts'
import { createIndexedDbStore, createKeyValueStore } from '#src/storage/key-value-store.ts'
import { STORE_NAME } from '#src/storage/keys.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { answerMasterData } from './api-cache.ts'
import { answerFromBuild, precacheBuild } from './precache.ts'
import { wakeOutbox } from './sync.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof precache>[0] }

/** Event of Chromium's background sync, which is missing from TypeScript's types. */
type SyncEvent = ExtendableEvent & { readonly tag: string }

const kv = createKeyValueStore(createIndexedDbStore(reopeningStore(clock, indexedDB, STORE_NAME)))
const master = { kv, clock, fetch: (request: Request, init: RequestInit) => fetch(request, init) }

precacheBuild(self, self.__WB_MANIFEST)

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  // Ignored: other origins, the emulator, writes, and requests with a customer's token.
  const ours = url.origin === self.location.origin && !url.pathname.startsWith('/__')
  if (!ours || request.method !== 'GET' || request.headers.has('authorization')) return
  const response = answerMasterData(master, request) ?? answerFromBuild(request)
  if (response !== null) event.respondWith(response)
})

self.addEventListener('sync', event => {
  const sync = event as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(wakeOutbox(self.clients))
})

// A new version waits until the customer agrees, so that the files of an open page are not replaced.
self.addEventListener('message', event => {
  if (event.data?.type === SKIP_WAITING_MESSAGE) void self.skipWaiting()
})
