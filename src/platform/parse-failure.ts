import * as v from 'valibot'
import { type ErrorCode, errorCodes, isErrorCode, statusOf } from '#contract/errors.ts'
import { errorBody } from '#contract/schema/common.ts'
import { type CachedResponse, type Failure, type Reply, refusal } from '#src/ports.ts'
import { CACHED_AT, CACHED_BECAUSE } from './worker-protocol.ts'

/** Ignores a body in another format, or if a gateway has changed the status to 2xx or 3xx. */
export function parseFailure(status: number, headers: Headers, body: unknown): Failure {
  const parsed = v.safeParse(errorBody, body)
  if (!parsed.success || status < 400) return failureWithoutBody(status, headers)
  const { error, message, fields, requestId, retryAfter, current, idempotencyKey } = parsed.output
  return refusal(status, isErrorCode(error) ? error : codeOf(status), {
    message,
    fields: fields ?? [],
    requestId,
    ...keyIn(headers, idempotencyKey),
    retryAfter: retryAfter ?? secondsOf(headers),
    current: current ?? null,
  })
}

/** Up to version 1.1.0, our server returns the idempotency key only in the header. */
function keyIn(headers: Headers, named?: string): { readonly key?: string } {
  const key = named ?? headers.get('idempotency-key')
  return key === null ? {} : { key }
}

/** Returns the closest known code for the status if a newer server sent an unknown one. */
function codeOf(status: number): ErrorCode {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  return status >= 500 ? 'INTERNAL' : 'VALIDATION'
}

/**
 * Handles a response without our error body. A gateway's 502, 503 or 504 means that the server is unavailable. Any
 * other response is not from our server, even with an `X-Request-Id`, which gateways also add. The request id is
 * sufficient only if a response has no body by design, as for HEAD (`headersOnly`).
 */
export function failureWithoutBody(status: number, headers: Headers, headersOnly = false): Failure {
  const requestId = headers.get('x-request-id')
  const retryAfter = secondsOf(headers)
  const gateway = status >= 502 && status <= 504
  const ours = headersOnly && requestId !== null && status >= 400
  if (!ours && !gateway) return { kind: 'portal', status, ...(retryAfter === null ? {} : { retryAfter }) }
  const known = errorCodes.find(code => statusOf(code) === status) ?? 'INTERNAL'
  const code = gateway ? 'UNAVAILABLE' : status === 404 ? 'NOT_FOUND' : known
  return refusal(status, code, { requestId: requestId ?? '', ...keyIn(headers), retryAfter })
}

/** Returns seconds. Gateways may send a date, which is compared with the response's own `Date` header. */
function secondsOf(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? ''
  const seconds = text === '' ? Number.NaN : Number(text)
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds : null
  const wait = (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

/** Handles a response that the service worker read from the phone's store. */
export function cachedReply<T>(headers: Headers, value: T): Reply<T> {
  const at = Date.parse(headers.get(CACHED_AT) ?? '')
  const because = headers.get(CACHED_BECAUSE) ?? 'network'
  const failure: Failure =
    because === 'network' || because === 'timeout'
      ? { kind: because }
      : failureWithoutBody(Number(because), headers, true)
  const cached: CachedResponse<T> = { at, etag: headers.get('etag'), value }
  return { ok: false, failure, headers, ...(Number.isNaN(at) ? {} : { cached }) }
}
