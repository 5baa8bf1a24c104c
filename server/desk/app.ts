import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type DeskErrorBody, deskStatusOf } from '#contract/desk/errors.ts'
import { DEVICE_MS, SESSION_MS } from '#contract/desk/limits.ts'
import { deskCalls } from '#contract/desk-calls.ts'
import type { Fetch } from '#server/app.ts'
import { callsByPath } from '#server/http/calls-by-path.ts'
import { clientNetwork } from '#server/http/client-network.ts'
import { isDown } from '#server/http/is-down.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'
import { requestIdOf } from '#server/http/request-id.ts'
import { RETRY_AFTER_S } from '#server/http/respond.ts'
import { handleDeskCall } from './call.ts'
import type { DeskDeps } from './deps.ts'
import { DeskError, deskErrorOf } from './errors.ts'
import { handlers as allHandlers } from './generated/handlers.ts'
import type { DeskHandlers } from './handler.ts'
import { deskHeaders } from './headers.ts'
import { reportDeskRefusal } from './security-log.ts'

type Env = {
  Bindings: { readonly ip?: string | undefined }
  Variables: { requestId: string; route: string; personId: string | undefined }
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }

/** True if the client with this address may use the desk. */
export type Accepts = (address: string | undefined) => boolean

type Options = {
  /** By default, every client may use the desk. */
  readonly accepts?: Accepts
  readonly handlers?: DeskHandlers
  readonly rateLimit?: RateLimit
  readonly pages?: MiddlewareHandler
}

/**
 * Creates the desk's server: the calls of `contract/desk`, and its pages. It has its own origin, so that the customers'
 * pages and their service worker cannot reach it.
 */
export function createDesk(deps: DeskDeps, options: Options = {}): { readonly fetch: Fetch } {
  const limits = options.rateLimit ?? createRateLimit(deps.clock)
  const handlers = options.handlers ?? allHandlers
  const secure = deps.origin.startsWith('https:')
  const cookie = cookieOf('desk', secure, SESSION_MS)
  const device = cookieOf('desk-device', secure, DEVICE_MS)
  const networkOf = (c: Context<Env>) => clientNetwork(c.req.raw.headers, c.env.ip, deps.trustProxy)
  const app = new Hono<Env>({ getPath: request => new URL(request.url).pathname })
  app.use(recordCall(deps))
  app.use(deskHeaders(secure && deps.hsts))
  app.use(onlyFrom(options.accepts ?? (() => true)))
  app.use(onlyFor(deps.origin))
  for (const [path, names] of callsByPath(deskCalls)) {
    app.all(path, async c => {
      const name = names.get(c.req.method)
      if (!name) {
        c.header('Allow', [...names.keys()].sort().join(', '))
        throw new DeskError('METHOD_NOT_ALLOWED')
      }
      c.set('route', name)
      return handleDeskCall(
        { deps, limits, handlers },
        {
          name,
          request: c.req.raw,
          params: c.req.param(),
          ip: networkOf(c),
          token: getCookie(c, cookie.name, cookie.prefix) ?? null,
          device: getCookie(c, device.name, device.prefix) ?? null,
          now: deps.clock.now(),
          onPerson: id => c.set('personId', id),
          setSession: token => writeCookie(c, cookie, token),
          setDevice: token => writeCookie(c, device, token),
          respond: (answer, status) => c.json(answer as object, status, JSON_TYPE),
        },
      )
    })
  }
  app.all('/desk-api/*', () => {
    throw new DeskError('NOT_FOUND')
  })
  if (options.pages) app.get('*', options.pages)
  app.notFound(() => {
    throw new DeskError('NOT_FOUND')
  })
  app.onError((thrown, c) => {
    const error = expected(thrown)
    const { requestId, route, personId } = c.var
    reportDeskRefusal(deps, { error, thrown, requestId, route, personId, address: networkOf(c) })
    return refusal(c, error)
  })
  return { fetch: async (request, info = {}) => app.fetch(request, info) }
}

type Cookie = {
  readonly name: string
  readonly prefix?: 'host'
  readonly secure: boolean
  /** How long the browser keeps the cookie, in milliseconds. */
  readonly life: number
}

/** Browsers accept the prefix `__Host-` only with HTTPS. Without HTTPS, the desk runs only on this machine. */
const cookieOf = (name: string, secure: boolean, life: number): Cookie => ({
  ...{ name, secure, life },
  ...(secure ? { prefix: 'host' } : {}),
})

function writeCookie(c: Context, { name, prefix, secure, life }: Cookie, token: string | null): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    ...(prefix ? { prefix } : {}),
  } as const
  if (token === null) deleteCookie(c, name, options)
  else setCookie(c, name, token, { ...options, maxAge: life / 1000 })
}

/** Refuses clients by address. Checking the requested host name would not keep other machines out. */
const onlyFrom =
  (accepts: Accepts): MiddlewareHandler<Env> =>
  (c, next) => {
    if (!accepts(c.env.ip)) throw new DeskError('FORBIDDEN', { detail: 'ADDRESS' })
    return next()
  }

/**
 * Refuses requests for another host name, because another site could point its name to this server. The response to a
 * page request names the right host.
 */
const onlyFor =
  (origin: string): MiddlewareHandler =>
  (c, next) => {
    if (new URL(c.req.url).host === new URL(origin).host) return next()
    if (!c.req.header('accept')?.includes('text/html')) throw new DeskError('WRONG_HOST')
    const text = `ระบบหลังบ้านใช้ได้ที่ ${origin} เท่านั้น\nThe desk works only at ${origin}\n`
    return Promise.resolve(c.text(text, deskStatusOf('WRONG_HOST') as 421, { 'Cache-Control': 'no-store' }))
  }

function recordCall({ log, metrics, clock, random }: DeskDeps): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = requestIdOf(c.req.raw.headers, { clock, random })
    c.set('requestId', requestId)
    c.set('route', 'none')
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const ms = performance.now() - started
    const { route, personId } = c.var
    const { status } = c.res
    metrics?.desk.answered({ route, status, ms })
    log.info({ requestId, desk: route, personId, status, ms: Math.round(ms) }, 'desk call')
  }
}

function refusal(c: Context<Env>, error: DeskError): Response {
  const requestId = c.get('requestId')
  const hidden = error.code === 'PASSKEY_REFUSED'
  const body: DeskErrorBody = {
    error: error.code,
    ...(error.detail === undefined || hidden ? {} : { detail: error.detail }),
    ...(error.fields ? { fields: error.fields } : {}),
    ...(error.values ? { values: error.values } : {}),
    requestId,
  }
  return c.json(body, deskStatusOf(error.code) as 400, {
    ...JSON_TYPE,
    'Cache-Control': 'no-store',
    ...(error.code === 'UNAVAILABLE' ? { 'Retry-After': String(RETRY_AFTER_S) } : {}),
  })
}

const expected = (error: Error): DeskError =>
  deskErrorOf(error) ?? new DeskError(isDown(error) ? 'UNAVAILABLE' : 'INTERNAL')
