import type { LineReply } from '#src/ports.ts'

/**
 * Codes that are a definite answer from LINE: the SDK's own codes (spec S8), HTTP statuses, and OAuth's codes (RFC
 * 6749, RFC 6750). The SDK replaces the status with the body's `error`, and an unlisted status, such as 503, with
 * UNKNOWN, so any other code may mean that LINE is overloaded.
 */
const VERDICTS: ReadonlySet<string> = new Set([
  'UNAUTHORIZED',
  'INVALID_ARGUMENT',
  'INIT_FAILED',
  'FORBIDDEN',
  'INVALID_CONFIG',
  'INVALID_ID_TOKEN',
  'CREATE_SUBWINDOW_FAILED',
  'EXCEPTION_IN_SUBWINDOW',
  '400',
  '401',
  '403',
  '404',
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'invalid_token',
  'insufficient_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'access_denied',
])

/** The SDK's own errors have a `code`; network errors do not. */
export function failureOf(error: unknown): { ok: false } & LineReply<never> {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' && typeof code !== 'number') return { ok: false, kind: 'offline' }
  const kind = VERDICTS.has(String(code)) ? 'refused' : 'unavailable'
  return { ok: false, kind, code: String(code), message: String(message ?? '') }
}
