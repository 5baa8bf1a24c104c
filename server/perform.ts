import { MAX_BODY_BYTES, MAX_IMAGE_BYTES } from '#contract/limits.ts'
import type { Route } from '#contract/route.ts'
import type { Body, Params, Query, RouteName } from '#contract/routes.ts'
import { authorize } from '#server/auth/authorize.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { Handled, Handlers, ReceivedCall } from '#server/handler.ts'
import { readBody } from './http/body.ts'
import { matchesEtag } from './http/headers.ts'
import { parseBody } from './http/parse.ts'
import type { RateLimit } from './http/rate-limit.ts'
import { bucketOf, RATE } from './http/rates.ts'
import { jsonResponse } from './http/respond.ts'
import { validate } from './http/validate.ts'
import { fingerprintOf, keyOf, runOnce, storedAnswer } from './idempotency.ts'
import { inTransaction } from './store/transaction.ts'

/** How long a body may take to arrive, in milliseconds. */
const BODY_DEADLINE_MS = 15_000
const IMAGE_DEADLINE_MS = 120_000

/** One request that has found its route. */
export type Arrival = {
  readonly name: RouteName
  readonly route: Route
  readonly params: Record<string, string>
  readonly request: Request
  readonly url: URL
  readonly ip: string
  readonly now: number
  readonly requestId: string
}

type Surroundings = {
  readonly deps: ServerDeps
  readonly limits: RateLimit
  readonly handlers: Handlers<RouteName>
}

/** Who calls, what they may, what they say, and then the handler: in this order. Throws ApiError for refusals. */
export async function perform(around: Surroundings, arrival: Arrival): Promise<Response> {
  const { deps, limits } = around
  const { name, route, request, now } = arrival
  const session =
    route.auth === 'bearer' ? await authorize(deps, limits, { ...arrival, headers: request.headers }) : null
  await takeToken(limits, arrival, session?.caller.customerId)
  const key = keyOf(request.headers)
  const bytes = await bytesOf(route, request)
  const params = validate(route.params, arrival.params)
  const query = validate(route.query, queryOf(arrival.url))
  const body = validate(route.body, await bodyOf(route, request, bytes))

  const run = (db: ServerDeps['db']) =>
    invoke(around.handlers, name, {
      params: params as Params<RouteName>,
      query: query as Query<RouteName>,
      body: body as Body<RouteName>,
      caller: session?.caller ?? null,
      db,
      deps: { ...deps, db },
      now,
      headers: request.headers,
      bytes,
      requestId: arrival.requestId,
      limit: limits.take,
    } as ReceivedCall<RouteName>)

  if (!route.idempotent || !session) return respond(route, request, await run(deps.db))
  if (key === null) return respond(route, request, await atomically(deps, run))
  const keyed = {
    customerId: session.caller.customerId,
    key,
    route: name,
    fingerprint: fingerprintOf(name, params, query, body),
    now,
  }
  if (session.state === 'revoked') {
    const stored = await storedAnswer(deps.db, keyed)
    if (stored === null) throw new ApiError('UNAUTHORIZED')
    return respondKeyed(route, { body: stored, replayed: true })
  }
  return respondKeyed(
    route,
    await atomically(deps, trx => runOnce(trx, keyed, async db => textOf(await run(db)))),
  )
}

/** Per address where nobody is signed in, so that the many behind one carrier's address do not block each other. */
async function takeToken(limits: RateLimit, arrival: Arrival, customerId: string | undefined): Promise<void> {
  const { name, request, ip } = arrival
  if (name === 'healthz' || name === 'readyz') return
  const own =
    customerId === undefined ? null : bucketOf(name, request.method, request.headers.get('content-range'))
  if (own) await limits.take(`${own.key}:${customerId}`, own.perMinute)
  else await limits.take(`ip:${ip}`, RATE.address)
}

async function bytesOf(route: Route, request: Request): Promise<Uint8Array> {
  if (route.bodyKind === 'none') return new Uint8Array()
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  return route.bodyKind === 'bytes'
    ? readBody(request, MAX_IMAGE_BYTES, IMAGE_DEADLINE_MS)
    : readBody(request, MAX_BODY_BYTES, BODY_DEADLINE_MS)
}

async function bodyOf(route: Route, request: Request, bytes: Uint8Array): Promise<unknown> {
  if (route.bodyKind === 'none' || route.bodyKind === 'bytes') return {}
  return parseBody(route.bodyKind, bytes, request.headers.get('content-type'))
}

function queryOf(url: URL): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of url.searchParams) {
    if (name in query) throw invalid(name, 'duplicate')
    query[name] = value
  }
  return query
}

/** A transaction in which a refusal undoes everything, unless it says that its work stays. */
async function atomically<T>(deps: ServerDeps, run: (db: ServerDeps['db']) => Promise<T>): Promise<T> {
  const result = await inTransaction(deps.db, async trx => {
    try {
      return { value: await run(trx) }
    } catch (error) {
      if (error instanceof ApiError && error.keep) return { refusal: error }
      throw error
    }
  })
  if ('refusal' in result) throw result.refusal
  return result.value
}

function invoke(handlers: Handlers<RouteName>, name: RouteName, call: ReceivedCall<RouteName>) {
  const handler = handlers[name] as (call: ReceivedCall<RouteName>) => Promise<Handled<RouteName>>
  return handler(call)
}

const isWithHeaders = (outcome: unknown): outcome is { answer: unknown; headers: Record<string, string> } =>
  typeof outcome === 'object' && outcome !== null && 'answer' in outcome && 'headers' in outcome

/** The answer of a keyed call as it is stored: its body only, since only that is replayed. */
function textOf(outcome: Handled<RouteName>): string {
  if (outcome instanceof Response || isWithHeaders(outcome)) {
    throw new Error('The answer of an idempotent call is a plain object.')
  }
  return JSON.stringify(outcome)
}

const cacheControl = {
  'no-store': 'no-store',
  public: 'public, max-age=86400',
  'private-image': 'private, no-store',
} as const satisfies Record<Route['cache'], string>

function respondKeyed(route: Route, answer: { body: string; replayed: boolean }): Response {
  return jsonResponse(answer.body, {
    'Cache-Control': cacheControl[route.cache],
    ...(answer.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
  })
}

function respond(route: Route, request: Request, outcome: Handled<RouteName>): Response {
  const response = toResponse(outcome)
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', cacheControl[route.cache])
  const etag = response.headers.get('ETag')
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (reads && response.ok && etag && matchesEtag(request.headers.get('if-none-match'), etag)) {
    const headers = new Headers(response.headers)
    for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name)
    return new Response(null, { status: 304, headers })
  }
  return response
}

function toResponse(outcome: Handled<RouteName>): Response {
  if (outcome instanceof Response) return outcome
  return isWithHeaders(outcome)
    ? jsonResponse(JSON.stringify(outcome.answer), outcome.headers)
    : jsonResponse(JSON.stringify(outcome), {})
}
