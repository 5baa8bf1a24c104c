import { type CallName, statusFor } from '#contract/calls.ts'
import { MAX_URL_BYTES } from '#contract/limits.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { Handlers } from '#server/handler.ts'
import { handlers as allHandlers } from './generated/handlers.ts'
import { handleCall } from './handle-call.ts'
import { clientIp } from './http/client-ip.ts'
import { corsHeaders, isPreflight, preflightHeaders } from './http/cors.ts'
import { securityHeaders } from './http/headers.ts'
import { createRateLimit, type RateLimit } from './http/rate-limit.ts'
import { requestIdOf } from './http/request-id.ts'
import { errorResponse } from './http/respond.ts'
import { type Match, match } from './http/router.ts'
import { keyOf } from './idempotency.ts'
import { isObjectStoreDown } from './images/object-store-error.ts'
import { isDatabaseDown } from './store/failure.ts'

/** A server: `ip` is the socket's address; without one all unauthenticated calls share a rate limit. */
export type Fetch = (request: Request, info?: { readonly ip?: string | undefined }) => Promise<Response>

type Options = { readonly handlers?: Handlers<CallName>; readonly rateLimit?: RateLimit }

/** The product API as a function from Request to Response. It never throws. */
export function createApp(deps: ServerDeps, options: Options = {}): { readonly fetch: Fetch } {
  const limits = options.rateLimit ?? createRateLimit(deps.clock)
  const context = { deps, limits, handlers: options.handlers ?? allHandlers }
  const always = securityHeaders(deps.publicUrl)

  async function answer(request: Request, url: URL, found: Match, requestId: string, ip: string) {
    try {
      if (request.method === 'TRACE') return methodNotAllowed([], requestId)
      if (isPreflight(request)) return preflight(request, deps.allowedOrigins)
      if (request.url.length > MAX_URL_BYTES) throw new ApiError('TOO_LARGE')
      if (found.kind === 'none') throw new ApiError('NOT_FOUND')
      if (found.kind === 'method') return methodNotAllowed(found.allowed, requestId)
      const now = deps.clock.now()
      return await handleCall(context, { ...found, call: found.route, request, url, ip, now, requestId })
    } catch (error) {
      return failed(error, found, requestId)
    }
  }

  function failed(error: unknown, found: Match, requestId: string): Response {
    const route = found.kind === 'found' ? found.route : {}
    if (error instanceof ApiError) {
      if (error.cause) deps.log.warn({ err: error.cause, requestId, code: error.code }, 'call refused')
      return errorResponse(error, requestId, code => statusFor(route, code))
    }
    deps.log.error({ err: error, requestId, route: nameOf(found) }, 'call failed')
    return errorResponse(new ApiError(isDown(error) ? 'UNAVAILABLE' : 'INTERNAL'), requestId)
  }

  return {
    async fetch(request, info = {}) {
      const started = performance.now()
      const requestId = requestIdOf(request.headers, deps)
      const ip = clientIp(request.headers, info.ip, deps.trustProxy)
      const url = new URL(request.url)
      const found = match(request.method, url.pathname)
      const inner = await answer(request, url, found, requestId, ip)
      // Only where its body must go: copying an answer makes a stream of what is one piece.
      const response = request.method === 'HEAD' ? new Response(null, inner) : inner
      const extra = {
        ...always,
        ...corsHeaders(request.headers.get('origin'), deps.allowedOrigins),
        'X-Request-Id': requestId,
        ...echoedKey(request.headers),
      }
      for (const [name, value] of Object.entries(extra)) {
        // An answer may vary by more than its origin.
        if (name === 'Vary') response.headers.append(name, value)
        else response.headers.set(name, value)
      }
      const ms = performance.now() - started
      const call = { method: request.method, route: nameOf(found), status: response.status }
      deps.metrics?.answered({ ...call, ms, replayed: response.headers.has('Idempotency-Replayed') })
      deps.log.info({ requestId, ...call, ms: Math.round(ms) }, 'call')
      return response
    },
  }
}

const isDown = (error: unknown): boolean => isDatabaseDown(error) || isObjectStoreDown(error)

const nameOf = (found: Match): string => (found.kind === 'found' ? found.name : found.kind)

/** Every answer to a request with a key names it, refusals too: only such an answer removes a job from a phone. */
function echoedKey(headers: Headers): Record<string, string> {
  try {
    return keyOf(headers) === null ? {} : { 'Idempotency-Key': headers.get('idempotency-key') ?? '' }
  } catch {
    return {}
  }
}

function methodNotAllowed(allowed: readonly string[], requestId: string): Response {
  const response = errorResponse(new ApiError('METHOD_NOT_ALLOWED'), requestId)
  response.headers.set('Allow', allowed.join(', '))
  return response
}

function preflight(request: Request, allowed: readonly string[]): Response {
  const known = allowed.includes(request.headers.get('origin') ?? '')
  return new Response(null, { status: 204, headers: known ? preflightHeaders() : {} })
}
