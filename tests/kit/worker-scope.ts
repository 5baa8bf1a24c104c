import { vi } from 'vitest'

const ORIGIN = 'https://campaign.example'

type Listener = (event: object) => void

/** A service worker's cache, in memory. It ignores `Vary`, because the app's files do not have that header. */
class MemoryCache {
  readonly stored = new Map<string, Response>()
  async match(request: Request | string) {
    return this.stored.get(urlOf(request))?.clone()
  }
  async put(request: Request | string, response: Response) {
    this.stored.set(urlOf(request), response)
  }
  async delete(request: Request | string) {
    return this.stored.delete(urlOf(request))
  }
  async keys() {
    return [...this.stored.keys()].map(url => new Request(url))
  }
}

/** An event whose `ended` resolves when all asynchronous work of its listeners is finished. */
class WorkerEvent {
  readonly #work: Promise<unknown>[] = []
  readonly type: string
  response: Promise<Response> | null = null

  constructor(type: string, init: object) {
    this.type = type
    Object.assign(this, init)
  }

  waitUntil(work: Promise<unknown>): void {
    this.#work.push(work)
  }

  respondWith(response: Promise<Response>): void {
    this.response = response
  }

  ended = async (): Promise<void> => void (await Promise.all(this.#work))
}

const urlOf = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).href

/**
 * Sets a service worker's globals until `leave` is called. `files` maps paths to response bodies; other paths get a
 * 404.
 */
export function workerScope(files: Readonly<Record<string, string>>, manifest: readonly object[]) {
  const listeners = new Map<string, Listener[]>()
  const memory = new Map<string, MemoryCache>()
  const skipWaiting = vi.fn(async () => {})
  const fetched: string[] = []
  const requests: { readonly path: string; readonly cache: string | undefined }[] = []
  let down = false
  const open = async (name: string) => {
    const cache = memory.get(name) ?? new MemoryCache()
    memory.set(name, cache)
    return cache
  }
  const caches = {
    open,
    keys: async () => [...memory.keys()],
    has: async (name: string) => memory.has(name),
    delete: async (name: string) => memory.delete(name),
    match: async (request: Request | string, { cacheName }: { cacheName: string }) =>
      memory.get(cacheName)?.match(request),
  }
  const fetch = async (request: Request | string, init: RequestInit = {}) => {
    const { pathname } = new URL(urlOf(request))
    fetched.push(pathname)
    requests.push({ path: pathname, cache: init.cache })
    if (down) throw new TypeError('Failed to fetch')
    const body = files[pathname]
    if (body === undefined) return new Response(null, { status: 404 })
    const headers = pathname.startsWith('/api/') ? { 'Content-Type': 'application/json' } : undefined
    return new Response(body, headers && { headers })
  }
  const globals = {
    self: globalThis,
    __WB_MANIFEST: manifest,
    location: new URL(ORIGIN),
    registration: { scope: `${ORIGIN}/` },
    clients: { claim: async () => {}, matchAll: async () => [] },
    caches,
    fetch,
    skipWaiting,
    ExtendableEvent: WorkerEvent,
    FetchEvent: class {},
    __WB_DISABLE_DEV_LOGS: true,
    addEventListener: (type: string, run: Listener) =>
      listeners.set(type, [...(listeners.get(type) ?? []), run]),
  }
  const before: Readonly<Record<string, PropertyDescriptor>> = Object.getOwnPropertyDescriptors(globalThis)
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

  /** Dispatches an event and waits for its listeners' work. Returns the response, or null if there is none. */
  async function dispatch(type: string, init: object = {}): Promise<Response | null> {
    const event = new WorkerEvent(type, init)
    for (const run of listeners.get(type) ?? []) run(event)
    await event.ended()
    return event.response
  }

  return {
    leave() {
      for (const name of Object.keys(globals)) {
        const own = before[name]
        if (own === undefined) Reflect.deleteProperty(globalThis, name)
        else Object.defineProperty(globalThis, name, own)
      }
    },
    caches,
    skipWaiting,
    fetched,
    /** The requests to the server, with their cache mode. */
    requests,
    /** Makes every further request to the server fail. */
    goDown() {
      down = true
    },
    dispatch,
    /** Sends a page's request to the worker. Resolves to null if the worker leaves the request to the network. */
    request: (path: string, init: RequestInit = {}) =>
      dispatch('fetch', { request: new Request(new URL(path, ORIGIN), init) }),
  }
}
