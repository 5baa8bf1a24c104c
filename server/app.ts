import type { MiddlewareHandler } from 'hono'
import type { CallName } from '#contract/calls.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Handlers } from '#server/handler.ts'
import { customerPolicy } from './customer-policy.ts'
import * as allHandlers from './generated/handlers.ts'
import { crossOrigin } from './http/cors.ts'
import { WEBHOOK_PATH } from './http/paths.ts'
import { createPipeline, type Fetch } from './http/pipeline.ts'
import { createRateLimit, type RateLimit } from './http/rate-limit.ts'
import { securityHeaders } from './http/secure-headers.ts'
import { validKeyOf } from './idempotency.ts'
import { createLineWebhook } from './line-webhook/receive.ts'

type Options = { readonly handlers?: Handlers<CallName>; readonly rateLimit?: RateLimit }

export function createApp(deps: ServerDeps, options: Options = {}): { readonly fetch: Fetch } {
  const limits = options.rateLimit ?? createRateLimit(deps.clock)
  const pipeline = createPipeline(customerPolicy({ deps, limits, handlers: options.handlers ?? allHandlers }))
  const { app, refuseLongUrl, refuseMethod } = pipeline
  app.use(repeatKey)
  app.use(securityHeaders(deps.hsts))
  // Must come before CORS, which is only for pages: LINE's servers call this path directly.
  const receive = createLineWebhook(deps, limits)
  if (receive) {
    app.all(WEBHOOK_PATH, c => {
      const exchange = c.get('exchange')
      exchange.route = 'lineWebhook'
      if (c.req.method !== 'POST') return refuseMethod(c, 'POST')
      refuseLongUrl(c.req.raw)
      return receive(exchange)
    })
  }
  if (deps.allowedOrigins.length > 0) app.use(crossOrigin(deps.allowedOrigins))
  app.options('*', (c, next) =>
    c.req.header('access-control-request-method') === undefined ? next() : c.body(null, 204),
  )
  pipeline.addCalls()
  pipeline.addRest()
  return { fetch: pipeline.fetch }
}

/** Repeats the key even in errors, because the phone ends a job only after a response with the job's key. */
const repeatKey: MiddlewareHandler = async (c, next) => {
  await next()
  const key = validKeyOf(c.req.raw.headers)
  if (key !== null) c.res.headers.set('Idempotency-Key', key)
}
