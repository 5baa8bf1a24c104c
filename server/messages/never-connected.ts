const CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Returns true if `fetch` failed before connecting, so the server received nothing. For a host with several addresses,
 * the error is an AggregateError.
 */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected)
  if ('code' in error && CODES.has(error.code)) return true
  return neverConnected(error.cause)
}
