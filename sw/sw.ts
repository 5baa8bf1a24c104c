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

/** Event of Chromium's background sync, which TypeScript's types lack. */
type SyncEvent = ExtendableEvent & { readonly tag: string }

const kv = createKeyValueStore(createIndexedDbStore(reopeningStore(clock, indexedDB, STORE_NAME)))
const master = { kv, clock, fetch: (request: Request, init: RequestInit) => fetch(request, init) }

precacheBuild(self, self.__WB_MANIFEST)

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  // Handle only requests to our own origin. Ignore requests to the emulator, writes, and requests with a
  // customer's token.
  const ours = url.origin === self.location.origin && !url.pathname.startsWith('/__')
  if (!ours || request.method !== 'GET' || request.headers.has('authorization')) return
  const response = answerMasterData(master, request) ?? answerFromBuild(request)
  if (response !== null) event.respondWith(response)
})

self.addEventListener('sync', event => {
  const sync = event as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(wakeOutbox(self.clients))
})

// A new worker must not replace the files of open pages, so it waits until a page sends this message.
self.addEventListener('message', event => {
  if (event.data?.type === SKIP_WAITING_MESSAGE) void self.skipWaiting()
})
