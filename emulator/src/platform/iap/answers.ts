import type { Line } from '../../world/line.ts'

type Detail = { readonly message: string; readonly property: string }

export function iapJson(line: Line, body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-line-request-id': line.secret(16),
    },
  })
}

/** LINE documents the error codes, but not their HTTP statuses. */
export function iapError(line: Line, errorCode: string, message: string, status = 400): Response {
  return iapJson(line, { errorCode, message }, status)
}

export function iapInvalid(line: Line, details: readonly Detail[]): Response {
  return iapJson(line, { errorCode: 'VALIDATION_ERROR', message: 'Request validation failed.', details }, 400)
}
