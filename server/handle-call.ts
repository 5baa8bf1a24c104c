import { assertNever } from '#contract/assert-never.ts'
import type { Body, CallName, Params, Query } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { MAX_BODY_BYTES, MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { authenticate, authenticateIfPossible, authorize } from '#server/auth/authorize.ts'
import { type FoundSession, requireNotRevoked } from '#server/auth/sessions.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { HandlerResult, Handlers, ReceivedCall } from '#server/handler.ts'
import { readBody } from './http/body.ts'
import { matchesEtag } from './http/etag.ts'
import { parseBody } from './http/parse.ts'
import { queryOf } from './http/query.ts'
import type { RateLimit } from './http/rate-limit.ts'
import { bucketOf, PER_MINUTE } from './http/rates.ts'
import { jsonResponse } from './http/respond.ts'
import { validate } from './http/validate.ts'
import { fingerprintOf, keyOf, runOnce, storedAnswer } from './idempotency.ts'
import { inTransaction } from './store/transaction.ts'

const BODY_DEADLINE_MS = 15_000
const IMAGE_DEADLINE_MS = 120_000

export type IncomingCall = {
  readonly name: CallName
  readonly call: CallDefinition
  readonly params: Record<string, string>
  readonly request: Request
  readonly url: URL
  readonly ip: string
  readonly now: number
  readonly requestId: string
  readonly onCustomer: (customerId: string) => void
  readonly report: (error: ApiError) => void
}

export type ServerContext = {
  readonly deps: ServerDeps
  readonly limits: RateLimit
  readonly handlers: Handlers<CallName>
}

/**
 * Handles a call in this order: session, rate limit, permission, body size, validation, idempotency, session again,
 * handler. Throws an ApiError.
 */
export async function handleCall(context: ServerContext, incoming: IncomingCall): Promise<Response> {
  const { deps, limits } = context
  const { name, call, request, now } = incoming
  const session = await sessionOf(context, incoming)
  if (session) incoming.onCustomer(session.caller.customerId)
  await takeToken(limits, incoming, session?.caller.customerId)
  if (session && call.auth === 'bearer') authorize(call, request.headers, session)
  const key = keyOf(request.headers)
  const bytes = await bytesOf(call, request)
  const params = validate(call.params, incoming.params)
  const query = validate(call.query, queryOf(incoming.url))
  const body = validate(call.body, await bodyOf(call, request, bytes))

  const requireSession = async (db: ServerDeps['db']) => {
    if (session) await requireNotRevoked(db, session.caller, { lock: deps.dialect === 'postgres' })
  }
  const run = (db: ServerDeps['db']) =>
    invoke(context.handlers, name, {
      params: params as Params<CallName>,
      query: query as Query<CallName>,
      body: body as Body<CallName>,
      caller: session?.caller ?? null,
      db,
      deps: { ...deps, db },
      now,
      requireSession,
      headers: request.headers,
      bytes,
      requestId: incoming.requestId,
      limit: limits.take,
      report(error, customerId) {
        incoming.onCustomer(customerId)
        incoming.report(error)
      },
    } as ReceivedCall<CallName>)

  if (!call.idempotent || !session) return respond(call, request, await run(deps.db))
  const runLive = async (db: ServerDeps['db']) => {
    await requireSession(db)
    return run(db)
  }
  if (key === null) return respond(call, request, await atomically(deps, runLive))
  const input = { params, query, body: body as Body<CallName> }
  const keyed = {
    customerId: session.caller.customerId,
    key,
    route: name,
    fingerprint: fingerprintOf(name, input),
    repeatFingerprint: fingerprintOf(name, input, call.fingerprintOmits),
    now,
  }
  if (session.state === 'revoked') {
    const stored = await storedAnswer(deps.db, keyed)
    if (stored === null) throw new ApiError('UNAUTHORIZED')
    return respondKeyed(call, { body: stored, replayed: true })
  }
  return respondKeyed(
    call,
    await atomically(deps, trx => runOnce(trx, keyed, async db => textOf(await runLive(db)))),
  )
}

function sessionOf({ deps, limits }: ServerContext, incoming: IncomingCall): Promise<FoundSession | null> {
  const { call, request } = incoming
  const presented = { ...incoming, headers: request.headers }
  switch (call.auth) {
    case 'none':
      return Promise.resolve(null)
    case 'bearer':
      return authenticate(deps, limits, presented)
    case 'optional':
      return authenticateIfPossible(deps, limits, presented)
    default:
      return assertNever(call.auth)
  }
}

/** Limits signed-in calls per customer, because many phones share their carrier's IP address. */
async function takeToken(limits: RateLimit, incoming: IncomingCall, customerId: string | undefined) {
  const bucket = bucketOf(incoming.call, incoming.request.headers.get('content-range'))
  if (bucket === 'none') return
  if (customerId === undefined) await limits.take(`ip:${incoming.ip}`, PER_MINUTE.address)
  else await limits.take(`${bucket}:${customerId}`, PER_MINUTE[bucket])
}

async function bytesOf(call: CallDefinition, request: Request): Promise<Uint8Array> {
  if (call.bodyKind === 'none') return new Uint8Array()
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  return call.bodyKind === 'bytes'
    ? readBody(request, MAX_IMAGE_BYTES, IMAGE_DEADLINE_MS)
    : readBody(request, MAX_BODY_BYTES, BODY_DEADLINE_MS)
}

async function bodyOf(call: CallDefinition, request: Request, bytes: Uint8Array): Promise<unknown> {
  if (call.bodyKind === 'none' || call.bodyKind === 'bytes') return {}
  return parseBody(call.bodyKind, bytes, request.headers.get('content-type'))
}

/** An ApiError rolls the transaction back unless its `keep` is set. */
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

function invoke(handlers: Handlers<CallName>, name: CallName, call: ReceivedCall<CallName>) {
  const handler = handlers[name] as (call: ReceivedCall<CallName>) => Promise<HandlerResult<CallName>>
  return handler(call)
}

const isWithHeaders = (result: unknown): result is { answer: unknown; headers: Record<string, string> } =>
  typeof result === 'object' && result !== null && 'answer' in result && 'headers' in result

/** Throws if the handler returned headers, because a retry replays only the body. */
function textOf(result: HandlerResult<CallName>): string {
  if (result instanceof Response || isWithHeaders(result)) {
    throw new Error('The handler of an idempotent call must return a plain object.')
  }
  return JSON.stringify(result)
}

const cacheControl = {
  'no-store': 'no-store',
  public: 'public, max-age=86400',
  'private-image': 'private, no-store',
} as const satisfies Record<CallDefinition['cache'], string>

function respondKeyed(call: CallDefinition, answer: { body: string; replayed: boolean }): Response {
  return jsonResponse(answer.body, {
    'Cache-Control': cacheControl[call.cache],
    ...(answer.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
  })
}

function respond(call: CallDefinition, request: Request, result: HandlerResult<CallName>): Response {
  const response = toResponse(result)
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', cacheControl[call.cache])
  const etag = response.headers.get('ETag')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && response.ok && etag && matchesEtag(request.headers.get('if-none-match'), etag)) {
    const headers = new Headers(response.headers)
    for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name)
    return new Response(null, { status: 304, headers })
  }
  return response
}

function toResponse(result: HandlerResult<CallName>): Response {
  if (result instanceof Response) return result
  return isWithHeaders(result)
    ? jsonResponse(JSON.stringify(result.answer), result.headers)
    : jsonResponse(JSON.stringify(result), {})
}
