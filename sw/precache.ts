/// <reference lib="webworker" />
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching'

type Entries = Parameters<typeof precache>[0]

/** The scripts of the build before this one, for pages that it still serves. */
const PREVIOUS = 'previous-build'

const SHELL = '/index.html'
/** Paths that are the server's own, of which the shell knows nothing. */
const serverPaths = /^\/(api|assets|healthz|readyz|__[^/]*)(\/|$)/

/**
 * Keeps this build's files from the moment the worker is installed. When it takes over, workbox throws away the older
 * build's; what pages of that build may still ask for is set aside before.
 */
export function precacheBuild(worker: ServiceWorkerGlobalScope, entries: Entries): void {
  precache(entries)
  cleanupOutdatedCaches()
  worker.addEventListener('install', event => event.waitUntil(copyPreviousBuild()))
}

async function copyPreviousBuild(): Promise<void> {
  const name = (await caches.keys()).find(known => known.startsWith('workbox-precache'))
  if (name === undefined) return
  const present = await caches.open(name)
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
 * The answer to a request for the app itself; null for what is not part of it. A screen's address gets the shell,
 * whatever its query; a file that is not of this build goes to the server, where it may be 404.
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

/** A browser may have dropped single files. */
const fromCache = async (url: string, request: Request): Promise<Response> =>
  (await matchPrecache(url)) ?? fetch(request)
