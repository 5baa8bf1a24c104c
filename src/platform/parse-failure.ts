import * as v from 'valibot'
import { type ErrorCode, errorCodes, isErrorCode, statusOf } from '#contract/errors.ts'
import { errorBody } from '#contract/schema/common.ts'
import type { CachedResponse, Failure, Reply } from '#src/ports.ts'
import { CACHED_AT, CACHED_BECAUSE } from './worker-protocol.ts'

/** Parses an error response. A body that is not in our error format is treated like a missing body. */
export function parseFailure(status: number, headers: Headers, body: unknown): Failure {
  const parsed = v.safeParse(errorBody, body)
  if (!parsed.success) return failureWithoutBody(status, headers)
  const { error, message, fields, requestId, retryAfter, current } = parsed.output
  return {
    kind: 'refused',
    status,
    code: isErrorCode(error) ? error : codeOf(status),
    message,
    fields: fields ?? [],
    requestId,
    retryAfter: retryAfter ?? secondsOf(headers),
    current: current ?? null,
  }
}

/** Returns the code for an error of a newer server that this build does not know: only what the status says. */
function codeOf(status: number): ErrorCode {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  return status >= 500 ? 'INTERNAL' : 'VALIDATION'
}

/**
 * Returns the failure for a response without our error body. Responses to HEAD have no body but carry our
 * request id. A 502, 503 or 504 from a gateway means that the server is unavailable. Any other response comes
 * from a captive portal.
 */
export function failureWithoutBody(status: number, headers: Headers): Failure {
  const requestId = headers.get('x-request-id')
  const gateway = status >= 502 && status <= 504
  if (requestId === null && !gateway) return { kind: 'portal', status }
  const code = errorCodes.find(known => statusOf(known) === status) ?? 'INTERNAL'
  return {
    kind: 'refused',
    status,
    code: gateway ? 'UNAVAILABLE' : status === 404 ? 'NOT_FOUND' : code,
    message: '',
    fields: [],
    requestId: requestId ?? '',
    retryAfter: secondsOf(headers),
    current: null,
  }
}

/**
 * Returns `Retry-After` in seconds. Gateways may send it as a date, which is compared with the response's own
 * `Date` header.
 */
function secondsOf(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? ''
  const seconds = text === '' ? Number.NaN : Number(text)
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds : null
  const wait = (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

/** Returns the reply for a response that the service worker has read from the phone's store. */
export function cachedReply<T>(headers: Headers, value: T): Reply<T> {
  const at = Date.parse(headers.get(CACHED_AT) ?? '')
  const because = headers.get(CACHED_BECAUSE) ?? 'network'
  const failure: Failure =
    because === 'network' || because === 'timeout'
      ? { kind: because }
      : failureWithoutBody(Number(because), headers)
  const cached: CachedResponse<T> = { at, etag: headers.get('etag'), value }
  return { ok: false, failure, headers, ...(Number.isNaN(at) ? {} : { cached }) }
}
