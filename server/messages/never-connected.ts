/** Codes of Node for connections that were not made: refused, without a route, without an address, or too slow. */
const CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * True if `fetch` failed with this error before it had a connection, so that the other side got nothing. A host with several
 * addresses fails with one error for each address.
 */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected)
  if ('code' in error && CODES.has(error.code)) return true
  return neverConnected(error.cause)
}
