import type { MiddlewareHandler } from 'hono'
import { deskStatusOf } from '#contract/desk/errors.ts'
import { createPipeline, type Env, type Fetch } from '#server/http/pipeline.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'
import type { DeskDeps } from './deps.ts'
import { DeskError } from './errors.ts'
import type { DeskHandlers } from './handler.ts'
import { handlers as allHandlers } from './handlers.ts'
import { deskHeaders } from './headers.ts'
import { deskPolicy } from './policy.ts'

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
 * Creates the desk's server: its calls and its pages. It has its own origin, so that the customers' pages and their
 * service worker cannot reach it.
 */
export function createDesk(deps: DeskDeps, options: Options = {}): { readonly fetch: Fetch } {
  const limits = options.rateLimit ?? createRateLimit(deps.clock)
  const pipeline = createPipeline(deskPolicy({ deps, limits, handlers: options.handlers ?? allHandlers }))
  const { app } = pipeline
  app.use(deskHeaders(deps.origin.startsWith('https:') && deps.hsts))
  app.use(onlyFrom(options.accepts ?? (() => true)))
  app.use(onlyFor(deps.origin))
  pipeline.addCalls()
  app.all('/desk-api/*', () => {
    throw new DeskError('NOT_FOUND')
  })
  if (options.pages) app.get('*', options.pages)
  pipeline.addRest()
  return { fetch: pipeline.fetch }
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
