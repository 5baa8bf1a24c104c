import { requests } from '#contract/calls/generated/requests.ts'
import type { AppCallName } from '#contract/calls.ts'
import { createClient } from '#src/platform/client.ts'
import { CACHED_AT, CACHED_BECAUSE, CONTRACT, ONLY_IF_CACHED } from '#src/platform/worker-protocol.ts'
import {
  type CachedRead,
  type CachedResponse,
  type Failure,
  type Ports,
  refusal,
  type Tabs,
} from '#src/ports.ts'
import { createCachedReads } from '#src/storage/cached-reads.ts'
import { contractFingerprint } from '#src/storage/contract-fingerprint.ts'
import { FIRST_RECEIPTS, workerRoutes } from '#src/storage/worker-reads.ts'
import { checkAnswer } from './check-answer.ts'

type Deps = Pick<Ports, 'kv' | 'clock'> & {
  readonly tabs: Pick<Tabs, 'post'>
  readonly fetch: (request: Request) => Promise<Response>
  /** Keeps the worker alive until the work is done. */
  readonly waitUntil: (work: Promise<void>) => void
}

type Read = CachedRead<AppCallName>

/** The worker needs only the status of our server's error, because the page gets the original response. */
const failureOf = (status: number): Failure => refusal(status, 'INTERNAL')

const parser = async () => ({
  checkAnswer,
  parseFailure: failureOf,
  failureWithoutBody: (status: number): Failure => ({ kind: 'portal', status }),
})

/** The phone's store may hang. After this many milliseconds, the request is sent without an ETag. */
const STORE_PATIENCE_MS = 500

const MASTER = '/api/master/'
const BEARER = 'Bearer '
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Responds from the server, or from the phone's store if the server fails or is too slow. Returns null for requests
 * that it does not cache. Stores the history for the customer in `X-Owner`, and only after the server has accepted that
 * customer's session, whose token is never stored.
 */
export function answerCached(deps: Deps, request: Request): Promise<Response> | null {
  const read = readOf(request)
  return read === null ? null : answer(deps, request, read)
}

function readOf({ url, headers, method, signal }: Request): Read | null {
  const { pathname, search, searchParams } = new URL(url)
  const route = workerRoutes.find(name => requests[name].path === pathname)
  if (method !== 'GET' || route === undefined) return null
  const token = headers.get('authorization')
  const owner = headers.get('x-owner')
  const query = Object.fromEntries(searchParams) as NonNullable<Read['query']>
  if (requests[route].auth === 'none')
    return token === null
      ? { route, name: pathname.slice(MASTER.length) + search, owner: null, query, signal }
      : null
  const firstPage = search === `?${new URLSearchParams(FIRST_RECEIPTS)}`
  if (!token?.startsWith(BEARER) || owner === null || !uuid.test(owner) || !firstPage) return null
  return { route, name: 'receipts', owner, query, signal }
}

async function answer({ fetch, waitUntil, ...ports }: Deps, request: Request, read: Read): Promise<Response> {
  let response: Response | null = null
  const api = createClient({
    async fetch(call) {
      response = await fetch(call)
      return response.clone()
    },
    baseUrl: new URL(request.url).origin,
    token: () => request.headers.get('authorization')?.slice(BEARER.length) ?? null,
    clock: ports.clock,
    parser,
  })
  const reads = createCachedReads({ ...ports, api, checks: parser, background: work => waitUntil(work()) })
  const stored = reads.stored(read)
  if (request.headers.get('cache-control') === ONLY_IF_CACHED) {
    const copy = await stored
    // RFC 9111, 5.2.1.7.
    return copy === null ? new Response(null, { status: 504 }) : respond(request, copy, cachedHeaders(copy))
  }
  const tooLate = new Promise<null>(resolve => ports.clock.after(STORE_PATIENCE_MS, () => resolve(null)))
  const reply = await reads.fresh(read, await Promise.race([stored, tooLate]))
  if (reply.ok) {
    const headers = new Headers(reply.headers)
    const etag = headers.get('etag')
    return respond(request, { etag, value: reply.value }, headers)
  }
  const { failure, cached } = reply
  if (cached) return respond(request, cached, cachedHeaders(cached, failure, reply.headers))
  if (response !== null) return response
  throw new TypeError('Failed to fetch')
}

/** Returns a JSON response, or 304 if the page already has it. */
function respond(
  request: Request,
  { etag, value }: Pick<CachedResponse<unknown>, 'etag' | 'value'>,
  headers: Headers,
): Response {
  // These headers describe the body as the server sent it, before it was decompressed and validated.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  if (etag !== null && request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers })
  headers.set('Content-Type', 'application/json; charset=utf-8')
  if (contractFingerprint !== null) headers.set(CONTRACT, contractFingerprint)
  return new Response(JSON.stringify(value), { headers })
}

function cachedHeaders(
  { at, etag }: CachedResponse<unknown>,
  failure?: Failure,
  fromServer?: Headers | null,
): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store', [CACHED_AT]: new Date(at).toISOString() })
  if (etag !== null) headers.set('ETag', etag)
  if (failure !== undefined)
    headers.set(CACHED_BECAUSE, 'status' in failure ? String(failure.status) : failure.kind)
  // Gateways also send request ids, and the page assumes that any response with a request id came from our server.
  const ours = failure?.kind === 'refused' ? ['X-Request-Id'] : []
  for (const name of ['Retry-After', 'Date', ...ours]) {
    const value = fromServer?.get(name)
    if (value) headers.set(name, value)
  }
  return headers
}
