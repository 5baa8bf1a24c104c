import { vi } from 'vitest'

const ORIGIN = 'https://campaign.example'

type Listener = (event: object) => void

/** A cache of a service worker, in memory. It ignores `Vary`, as the app's files have none. */
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

/** An event whose `ended` resolves when all asynchronous work of its listeners is done. */
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
 * Sets the globals that a service worker expects, with caches in memory. `files` maps a path to the server's
 * response; all other paths get a 404.
 */
export function workerScope(files: Readonly<Record<string, string>>) {
  const listeners = new Map<string, Listener[]>()
  const memory = new Map<string, MemoryCache>()
  const skipWaiting = vi.fn(async () => {})
  const fetched: string[] = []
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
  const fetch = async (request: Request | string) => {
    const { pathname } = new URL(urlOf(request))
    fetched.push(pathname)
    const body = files[pathname]
    return body === undefined ? new Response(null, { status: 404 }) : new Response(body)
  }
  const globals = {
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
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('self', globalThis)

  /**
   * Dispatches an event and waits until all asynchronous work of its listeners is done. Returns the
   * listener's response, or null if there is none.
   */
  async function dispatch(type: string, init: object = {}): Promise<Response | null> {
    const event = new WorkerEvent(type, init)
    for (const run of listeners.get(type) ?? []) run(event)
    await event.ended()
    return event.response
  }

  return {
    caches,
    skipWaiting,
    fetched,
    dispatch,
    /**
     * Sends a request of the page to the worker. Resolves with null if the worker leaves the request to the
     * network.
     */
    request: (path: string, init: RequestInit = {}) =>
      dispatch('fetch', { request: new Request(new URL(path, ORIGIN), init) }),
  }
}
