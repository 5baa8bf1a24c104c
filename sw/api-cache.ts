import * as v from 'valibot'
import * as master from '#contract/schema/master.ts'
import type { Clock, KeyValueStore } from '#src/ports.ts'
import { readCache, writeCache } from '#src/storage/cached-response.ts'
import { publicKey } from '#src/storage/keys.ts'

/** How long the server may take before the phone's copy answers, in milliseconds. */
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
 * Address lists and stores, which are everybody's: from the server, or from the phone's store when the server does
 * not answer in time. The copies are the page's own (same store, same keys). Null for every other request.
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
  // Without a copy there is nothing else to answer with: how long to wait is then the page's own business.
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

/** Only what the contract knows is kept: a captive portal answers 200, too. */
async function storeList(
  { kv, clock }: Deps,
  key: string,
  schema: v.GenericSchema,
  response: Response,
): Promise<void> {
  const given: unknown = await response.json().catch(error => {
    // Not a list at all; where it was only cut off, the copy is the better answer.
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
