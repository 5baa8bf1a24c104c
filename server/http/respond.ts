import { type ErrorCode, statusOf } from '#contract/errors.ts'
import { messageOf } from '#contract/messages.ts'
import type { ErrorBody } from '#contract/schema/common.ts'
import type { ApiError } from '#server/errors.ts'

/** `Retry-After`, in seconds, of a 503 response whose error does not set its own value. */
export const RETRY_AFTER_S = 5

/** Returns a JSON response. */
export function jsonResponse(body: string, headers: Record<string, string>, status = 200): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })
}

/** The request that an error answers: its id and, if it has one, its idempotency key. */
type Answered = { readonly requestId: string; readonly idempotencyKey?: string | null }

/** Returns the contract's `errorBody` of an error. `retryAfter` is in seconds. */
export function errorBodyOf(
  error: ApiError,
  { requestId, idempotencyKey }: Answered,
  retryAfter: number | undefined = error.retryAfter,
): ErrorBody {
  return {
    error: error.code,
    message: messageOf(error.code),
    ...(error.fields ? { fields: error.fields.map(field => ({ ...field })) } : {}),
    requestId,
    ...(idempotencyKey ? { idempotencyKey } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(error.current === undefined ? {} : { current: error.current }),
  }
}

/** Returns the response to an error: the contract's `errorBody` as JSON, never cached. */
export function errorResponse(
  error: ApiError,
  answered: Answered,
  statusFor: (code: ErrorCode) => number = statusOf,
): Response {
  const status = statusFor(error.code)
  const retryAfter = error.retryAfter ?? (status === 503 ? RETRY_AFTER_S : undefined)
  return jsonResponse(
    JSON.stringify(errorBodyOf(error, answered, retryAfter)),
    {
      'Cache-Control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    },
    status,
  )
}
