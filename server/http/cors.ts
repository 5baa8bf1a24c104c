import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const REQUEST_HEADERS =
  'Authorization, Content-Type, Content-Range, Idempotency-Key, If-Match, If-None-Match, X-Owner, X-Request-Id'
const EXPOSED_HEADERS =
  'Data-Epoch, ETag, Idempotency-Key, Idempotency-Replayed, Link, Retry-After, Upload-Offset, X-Request-Id'

/** Lets pages of the allowed origins read responses, but never with credentials or `*`. */
export function crossOrigin(allowed: readonly string[]): MiddlewareHandler {
  const allowMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
  const preflight = cors({ origin: [...allowed], allowMethods, allowHeaders: [REQUEST_HEADERS], maxAge: 600 })
  return async (c, next) => {
    const origin = c.req.header('origin') ?? ''
    const isAllowed = allowed.includes(origin)
    if (isAllowed && c.req.method === 'OPTIONS') return preflight(c, next)
    await next()
    const { headers } = c.res
    headers.append('Vary', 'Origin')
    if (!isAllowed) return
    // Hono's CORS middleware would copy every response twice (decision 015).
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  }
}
