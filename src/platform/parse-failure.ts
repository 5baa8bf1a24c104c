import * as v from 'valibot'
import { errorCodes, isErrorCode, statusOf } from '#contract/errors.ts'
import { errorBody } from '#contract/schema/common.ts'
import type { Failure } from '#src/ports.ts'

/** What an answer that is not 200 says, where it speaks our API's language; a portal's word where it does not. */
export function parseFailure(status: number, headers: Headers, body: unknown): Failure {
  const parsed = v.safeParse(errorBody, body)
  if (!parsed.success || !isErrorCode(parsed.output.error)) return failureWithoutBody(status, headers)
  const { error, message, fields, requestId, retryAfter, current } = parsed.output
  return {
    kind: 'refused',
    status,
    code: error,
    message,
    fields: fields ?? [],
    requestId,
    retryAfter: retryAfter ?? secondsOf(headers),
    current: current ?? null,
  }
}

/**
 * An answer without a body of ours. The answer to HEAD has none by nature, but carries our request id. A gateway's
 * own 502, 503 or 504 means that the server is out, whoever says so. Anything else is a portal's.
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

/** `Retry-After` in seconds; gateways also name a moment, which counts from the moment of the answer itself. */
function secondsOf(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? ''
  const seconds = text === '' ? Number.NaN : Number(text)
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds : null
  const wait = (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}
