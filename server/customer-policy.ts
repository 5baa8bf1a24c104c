import { assertNever } from '#contract/assert-never.ts'
import { type Body, type CallName, calls, type Params, type Query, statusFor } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { MAX_BODY_BYTES, MAX_IMAGE_BYTES, MAX_URL_BYTES } from '#contract/limits.ts'
import { authenticate, authenticateIfPossible, authorize } from '#server/auth/authorize.ts'
import { type FoundSession, requireNotRevoked } from '#server/auth/sessions.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { HandlerResult, Handlers, ReceivedCall } from '#server/handler.ts'
import { atomically } from './http/atomically.ts'
import { matchesEtag } from './http/etag.ts'
import type { Incoming, Policy } from './http/pipeline.ts'
import type { RateLimit } from './http/rate-limit.ts'
import { bucketOf, PER_MINUTE } from './http/rates.ts'
import type { BodyRules, Received } from './http/receive.ts'
import { errorResponse, jsonResponse } from './http/respond.ts'
import { fingerprintOf, keyOf, runOnce, storedAnswer, validKeyOf } from './idempotency.ts'
import { reportRefusal } from './security-log.ts'

const BODY_DEADLINE_MS = 15_000
const IMAGE_DEADLINE_MS = 120_000

type ServerContext = {
  readonly deps: ServerDeps
  readonly limits: RateLimit
  readonly handlers: Handlers<CallName>
}

type IncomingCall = Incoming<CallName, CallDefinition>
type Admitted = { readonly session: FoundSession | null; readonly key: string | null }

/**
 * The product API, for customers. A call passes these steps in this order: session, rate limit, permission, body size,
 * validation, idempotency, session again, handler.
 */
export function customerPolicy(context: ServerContext): Policy<CallName, CallDefinition, ApiError, Admitted> {
  const { deps, limits } = context
  return {
    deps,
    calls,
    maxUrlBytes: MAX_URL_BYTES,
    answersHead: true,
    otherMethod: 'method',
    async admit(incoming) {
      const { call, request, ip: believed, connection = 'unknown' } = incoming
      const { trustProxy } = deps
      deps.metrics?.probes.record(request.headers, { believed, connection, trustProxy })
      const session = await sessionOf(context, incoming)
      if (session) incoming.callerId = session.caller.customerId
      await takeToken(limits, incoming, session?.caller.customerId)
      if (session && call.auth === 'bearer') authorize(call, request.headers, session)
      return { session, key: keyOf(request.headers) }
    },
    bodyRules,
    answer: (incoming, admitted, input) => answer(context, incoming, admitted, input),
    error: code => new ApiError(code),
    expected: thrown => (thrown instanceof ApiError ? thrown : null),
    refuse(error, { requestId, request, route }) {
      const call = Object.hasOwn(calls, route) ? calls[route as CallName] : {}
      const answered = { requestId, idempotencyKey: validKeyOf(request.headers) }
      return errorResponse(error, answered, code => statusFor(call, code))
    },
    report: (refusal, exchange) => reportRefusal(deps, refusal, exchange),
    record({ requestId, route, request: { method } }, { status, headers }, ms) {
      const call = { method, route, status }
      deps.metrics?.answered({ ...call, ms, replayed: headers.has('Idempotency-Replayed') })
      deps.log.info({ requestId, ...call, ms: Math.round(ms) }, 'call')
    },
  }
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

const bodyRules = ({ bodyKind }: CallDefinition): BodyRules => ({
  kind: bodyKind,
  maxBytes: bodyKind === 'bytes' ? MAX_IMAGE_BYTES : MAX_BODY_BYTES,
  deadlineMs: bodyKind === 'bytes' ? IMAGE_DEADLINE_MS : BODY_DEADLINE_MS,
  check: requireIdentity,
  isFirst: true,
})

function requireIdentity(headers: Headers): void {
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
}

async function answer(
  { deps, limits, handlers }: ServerContext,
  incoming: IncomingCall,
  { session, key }: Admitted,
  { params, query, bytes, ...input }: Received,
): Promise<Response> {
  const { name, call, request, now } = incoming
  const body = input.body() as Body<CallName>
  const requireSession = async (db: ServerDeps['db']) => {
    if (session) await requireNotRevoked(db, session.caller, { lock: deps.dialect === 'postgres' })
  }
  const run = (db: ServerDeps['db']) =>
    invoke(handlers, name, {
      params: params as Params<CallName>,
      query: query as Query<CallName>,
      body,
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
        incoming.callerId = customerId
        reportRefusal(deps, { error, thrown: error }, incoming)
      },
    } as ReceivedCall<CallName>)

  if (!call.idempotent || !session) return respond(call, request, await run(deps.db))
  const runLive = async (db: ServerDeps['db']) => {
    await requireSession(db)
    return run(db)
  }
  if (key === null) return respond(call, request, await atomically(deps.db, runLive))
  const keyed = {
    customerId: session.caller.customerId,
    key,
    route: name,
    fingerprint: fingerprintOf(name, { params, query, body }),
    repeatFingerprint: fingerprintOf(name, { params, query, body }, call.fingerprintOmits),
    now,
  }
  if (session.state === 'revoked') {
    const stored = await storedAnswer(deps.db, keyed)
    if (stored === null) throw new ApiError('UNAUTHORIZED')
    return respondKeyed(call, { body: stored, replayed: true })
  }
  return respondKeyed(
    call,
    await atomically(deps.db, trx => runOnce(trx, keyed, async db => textOf(await runLive(db)))),
  )
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
