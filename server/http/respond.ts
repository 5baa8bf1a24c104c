import { type ErrorCode, statusOf } from '#contract/errors.ts'
import { messageOf } from '#contract/messages.ts'
import type { ErrorBody } from '#contract/schema/common.ts'
import type { ApiError } from '#server/errors.ts'

/** Default `Retry-After` of a 503 response, in seconds. */
export const RETRY_AFTER_S = 5

export function jsonResponse(body: string, headers: Record<string, string>, status = 200): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })
}

type Answered = { readonly requestId: string; readonly idempotencyKey?: string | null }

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
