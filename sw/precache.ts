/// <reference lib="webworker" />
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching'

type Entries = Parameters<typeof precache>[0]

/** Cache for the previous build's files, which open pages may still need. */
const PREVIOUS = 'previous-build'

const SHELL = '/index.html'
/** Matches paths that the server handles. Navigations to all other paths get the app shell (index.html). */
const serverPaths = /^\/(api|line|assets|healthz|readyz|__[^/]*)(\/|$)/

/**
 * On activation, Workbox deletes the older build's files. Open pages may still request them, so they are first copied
 * to another cache.
 */
export function precacheBuild(worker: ServiceWorkerGlobalScope, entries: Entries): void {
  precache(entries)
  cleanupOutdatedCaches()
  worker.addEventListener('install', event => event.waitUntil(followPreviousBuild(worker)))
}

async function followPreviousBuild(worker: ServiceWorkerGlobalScope): Promise<void> {
  const name = (await caches.keys()).find(known => known.startsWith('workbox-precache'))
  if (name === undefined) return
  const present = await caches.open(name)
  // Do not await this. An installation that waits for its own activation could wait forever.
  if (await isBroken(present)) void worker.skipWaiting()
  await copyPreviousBuild(present)
}

/**
 * True if the browser has evicted files of the previous build. The server no longer has them, so no page of that build
 * can start and activate this worker.
 */
async function isBroken(present: Cache): Promise<boolean> {
  const kept = await present.keys()
  const paths = kept.map(({ url }) => new URL(url).pathname)
  const old = kept.find((request, i) => paths[i] === SHELL && request.url !== getCacheKeyForURL(SHELL))
  const html = old ? await (await present.match(old))?.text() : ''
  return [...(html ?? '').matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].some(
    ([, path = '']) => !paths.includes(path),
  )
}

async function copyPreviousBuild(present: Cache): Promise<void> {
  const old = (await present.keys()).filter(
    ({ url }) => new URL(url).pathname.startsWith('/assets/') && getCacheKeyForURL(url) === undefined,
  )
  if (old.length === 0) return
  await caches.delete(PREVIOUS)
  const previous = await caches.open(PREVIOUS)
  for (const request of old) {
    const response = await present.match(request)
    if (response) await previous.put(request, response)
  }
}

/**
 * Navigations get the app shell. Files of other builds come from the previous build's cache or the server. Returns null
 * for all other requests.
 */
export function answerFromBuild(request: Request): Promise<Response> | null {
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') {
    const isScreen = !serverPaths.test(pathname) && !/\.\w+$/.test(pathname)
    return isScreen ? fromCache(SHELL, request) : null
  }
  if (getCacheKeyForURL(request.url) !== undefined) return fromCache(request.url, request)
  return pathname.startsWith('/assets/') ? fromPrevious(request) : null
}

const fromPrevious = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { cacheName: PREVIOUS })) ?? fetch(request)

/** Falls back to the network, because browsers may evict individual files. */
const fromCache = async (url: string, request: Request): Promise<Response> =>
  (await matchPrecache(url)) ?? fetch(request)
