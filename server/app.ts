import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { calls as allCalls, type CallName, statusFor } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { MAX_URL_BYTES } from '#contract/limits.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { Handlers } from '#server/handler.ts'
import { handlers as allHandlers } from './generated/handlers.ts'
import { handleCall } from './handle-call.ts'
import { callsByPath } from './http/calls-by-path.ts'
import { clientNetwork } from './http/client-network.ts'
import { crossOrigin } from './http/cors.ts'
import { isDown } from './http/is-down.ts'
import { WEBHOOK_PATH } from './http/paths.ts'
import { createRateLimit, type RateLimit } from './http/rate-limit.ts'
import { requestIdOf } from './http/request-id.ts'
import { errorResponse } from './http/respond.ts'
import { securityHeaders } from './http/secure-headers.ts'
import { keyOf } from './idempotency.ts'
import { createLineWebhook } from './line-webhook/receive.ts'
import { reportRefusal } from './security-log.ts'

/** Without `ip` (the socket's remote address), all unauthenticated calls share one rate limit. */
export type Fetch = (request: Request, info?: { readonly ip?: string | undefined }) => Promise<Response>

type Options = { readonly handlers?: Handlers<CallName>; readonly rateLimit?: RateLimit }
type Env = {
  Bindings: { readonly ip?: string | undefined }
  Variables: {
    requestId: string
    /** The call's name, `method` for an unknown method, or `none` for an unknown path. */
    route: string
    call: CallDefinition | undefined
    customerId: string | undefined
  }
}

export function createApp(deps: ServerDeps, options: Options = {}): { readonly fetch: Fetch } {
  const limits = options.rateLimit ?? createRateLimit(deps.clock)
  const context = { deps, limits, handlers: options.handlers ?? allHandlers }
  // Use the path as sent: a proxy that blocks `/api` does not block `/%61pi`, so Hono must not decode it.
  const networkOf = (c: Context<Env>) => clientNetwork(c.req.raw.headers, c.env.ip, deps.trustProxy)
  const report = (c: Context<Env>, error: ApiError) =>
    reportRefusal(deps, {
      error,
      requestId: c.get('requestId'),
      route: c.get('route'),
      customerId: c.get('customerId'),
      address: networkOf(c),
    })
  const methodNotAllowed = (c: Context<Env>, allow: string) => {
    const error = new ApiError('METHOD_NOT_ALLOWED')
    report(c, error)
    const response = refusal(c, error)
    response.headers.set('Allow', allow)
    return response
  }
  const app = new Hono<Env>({ getPath: request => new URL(request.url).pathname })
  app.use(recordCall(deps))
  app.use(securityHeaders(deps.hsts))
  // Must come before CORS, which is only for pages: LINE's servers call this path directly.
  const receive = createLineWebhook(deps, limits)
  if (receive) {
    app.all(WEBHOOK_PATH, c => {
      c.set('route', 'lineWebhook')
      if (c.req.method !== 'POST') return methodNotAllowed(c, 'POST')
      refuseLongUrl(c.req.raw)
      return receive({ request: c.req.raw, ip: networkOf(c) })
    })
  }
  if (deps.allowedOrigins.length > 0) app.use(crossOrigin(deps.allowedOrigins))
  app.options('*', (c, next) =>
    c.req.header('access-control-request-method') === undefined ? next() : c.body(null, 204),
  )
  for (const [path, names] of callsByPath(allCalls)) {
    // A path's GET call also handles HEAD, unless the contract defines a HEAD call.
    const get = names.get('GET')
    if (get && !names.has('HEAD')) names.set('HEAD', get)
    const allow = [...names.keys()].sort().join(', ')
    app.all(path, c => {
      const { raw, method } = c.req
      refuseLongUrl(raw)
      const name = names.get(method)
      if (!name) {
        c.set('route', 'method')
        return methodNotAllowed(c, allow)
      }
      const call: CallDefinition = allCalls[name]
      c.set('route', name)
      c.set('call', call)
      const { trustProxy } = deps
      const ip = networkOf(c)
      deps.metrics?.probes.record(raw.headers, {
        believed: ip,
        connection: c.env.ip ?? 'unknown',
        trustProxy,
      })
      return handleCall(context, {
        name,
        call,
        params: c.req.param(),
        request: raw,
        url: new URL(raw.url),
        ip,
        now: deps.clock.now(),
        requestId: c.get('requestId'),
        onCustomer: customerId => c.set('customerId', customerId),
        report: error => report(c, error),
      })
    })
  }
  app.all('*', c => {
    refuseLongUrl(c.req.raw)
    throw new ApiError('NOT_FOUND')
  })
  app.onError((error, c) => {
    const requestId = c.get('requestId')
    if (error instanceof ApiError) {
      report(c, error)
      return refusal(c, error)
    }
    deps.log.error({ err: error, requestId, route: c.get('route') }, 'call failed')
    const code = isDown(error) ? 'UNAVAILABLE' : 'INTERNAL'
    deps.metrics?.refused(code)
    return refusal(c, new ApiError(code))
  })
  return { fetch: async (request, info = {}) => app.fetch(request, info) }
}

function recordCall(deps: ServerDeps): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = requestIdOf(c.req.raw.headers, deps)
    c.set('requestId', requestId)
    c.set('route', 'none')
    await next()
    const { headers, status } = c.res
    headers.set('X-Request-Id', requestId)
    // Errors repeat the key as well, because the phone ends a job only after a response with the job's key.
    const key = validKeyOf(c.req.raw.headers)
    if (key !== null) headers.set('Idempotency-Key', key)
    const ms = performance.now() - started
    const call = { method: c.req.method, route: c.get('route'), status }
    deps.metrics?.answered({ ...call, ms, replayed: headers.has('Idempotency-Replayed') })
    deps.log.info({ requestId, ...call, ms: Math.round(ms) }, 'call')
  }
}

/** Returns the key as written by the client, or null if it is missing or malformed. */
function validKeyOf(headers: Headers): string | null {
  try {
    return keyOf(headers) === null ? null : headers.get('idempotency-key')
  } catch {
    return null
  }
}

function refuseLongUrl({ url }: Request): void {
  if (url.length > MAX_URL_BYTES) throw new ApiError('TOO_LARGE')
}

function refusal(c: Context<Env>, error: ApiError): Response {
  const call = c.get('call') ?? {}
  const answered = { requestId: c.get('requestId'), idempotencyKey: validKeyOf(c.req.raw.headers) }
  return errorResponse(error, answered, code => statusFor(call, code))
}
