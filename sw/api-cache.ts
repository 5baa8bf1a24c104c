import * as v from 'valibot'
import * as master from '#contract/schema/master.ts'
import type { Clock, KeyValueStore } from '#src/ports.ts'
import { readCache, writeCache } from '#src/storage/cached-response.ts'
import { publicKey } from '#src/storage/keys.ts'

/** If the server has not responded after this many milliseconds, the cached response is used. */
const PATIENCE_MS = 4000

const lists: Readonly<Record<string, v.GenericSchema>> = {
  '/api/master/all': master.masterAll,
  '/api/master/province': v.array(master.province),
  '/api/master/district': v.array(master.district),
  '/api/master/subdistrict': v.array(master.subdistrict),
  '/api/master/store': v.array(master.store),
}

type Deps = {
  readonly kv: KeyValueStore
  readonly clock: Clock
  readonly fetch: (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>
}

/**
 * Handles requests for address lists and stores, which are public data. Responds from the server, or from the
 * cache if the server does not respond in time. The cache is shared with the page (same store, same keys).
 * Returns null for all other requests.
 */
export function answerMasterData(deps: Deps, request: Request): Promise<Response> | null {
  const { pathname, search } = new URL(request.url)
  const schema = lists[pathname]
  if (schema === undefined) return null
  const key = publicKey(pathname.slice('/api/master/'.length) + search)
  return answer(deps, request, schema, key)
}

async function answer(deps: Deps, request: Request, schema: v.GenericSchema, key: string): Promise<Response> {
  const limit = new AbortController()
  let cancel = () => {}
  // If there is no cached response, the worker keeps waiting for the server. The page has its own timeout.
  const instead = new Promise<Response>(resolve => {
    cancel = deps.clock.after(PATIENCE_MS, async () => {
      const copy = await cachedList(deps.kv, key, schema)
      if (copy === null) return
      resolve(copy)
      limit.abort()
    })
  })
  return Promise.race([fromServer(deps, request, schema, key, limit.signal), instead]).finally(() => cancel())
}

async function fromServer(
  deps: Deps,
  request: Request,
  schema: v.GenericSchema,
  key: string,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const response = await deps.fetch(request, { signal })
    if (response.status === 200) await storeList(deps, key, schema, response.clone())
    if (response.status < 500) return response
    return (await cachedList(deps.kv, key, schema)) ?? response
  } catch (error) {
    const copy = await cachedList(deps.kv, key, schema)
    if (copy === null) throw error
    return copy
  }
}

/**
 * Stores a response if it matches the contract. The check is needed because a captive portal also responds
 * with status 200.
 */
async function storeList(
  { kv, clock }: Deps,
  key: string,
  schema: v.GenericSchema,
  response: Response,
): Promise<void> {
  const given: unknown = await response.json().catch(error => {
    // A body that is not JSON is not stored. Any other error means that the body was truncated; the caller
    // then uses the cached response.
    if (error instanceof SyntaxError) return null
    throw error
  })
  const value = v.safeParse(schema, given)
  if (!value.success) return
  const etag = response.headers.get('etag')
  await writeCache(kv, key, { at: clock.now(), etag, value: value.output })
}

async function cachedList(kv: KeyValueStore, key: string, schema: v.GenericSchema): Promise<Response | null> {
  const copy = await readCache(kv, key, value => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? { value: parsed.output } : null
  })
  if (copy === null) return null
  const etag: Record<string, string> = copy.etag === null ? {} : { ETag: copy.etag }
  return new Response(JSON.stringify(copy.value), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...etag },
  })
}
