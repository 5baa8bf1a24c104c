const METHODS = 'GET, HEAD, POST, PUT, DELETE'
const REQUEST_HEADERS =
  'Authorization, Content-Type, Content-Range, Idempotency-Key, If-Match, If-None-Match, X-Owner, X-Request-Id'
const ANSWER_HEADERS =
  'ETag, Idempotency-Key, Idempotency-Replayed, Link, Retry-After, Upload-Offset, X-Request-Id'
const MAX_AGE_S = 600

/** What an origin of the list may read; nothing for every other one. Never credentials, never `*`. */
export function corsHeaders(origin: string | null, allowed: readonly string[]): Record<string, string> {
  if (allowed.length === 0) return {}
  if (origin === null || !allowed.includes(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': ANSWER_HEADERS,
    // The general rule is same-origin; what CORS opens, this must not close.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
}

/** What a preflight is told besides. */
export function preflightHeaders(): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': String(MAX_AGE_S),
  }
}

export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
