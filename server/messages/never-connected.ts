/** Node's error codes for a connection that failed: refused, no route, unknown host name, or timeout. */
const CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * True if `fetch` failed with this error before it was connected, so the server received nothing. If a host has several
 * addresses, the error contains one error for each.
 */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected)
  if ('code' in error && CODES.has(error.code)) return true
  return neverConnected(error.cause)
}
