import type { Failure } from '#src/ports.ts'

/**
 * Use this only for calls without an id in their path. A captive portal may send the same response, so the caller must
 * check with another call whether the server is reachable.
 */
export const isMissingCall = (failure: Failure): boolean =>
  (failure.kind === 'portal' || (failure.kind === 'refused' && isNoSuchCall(failure.code))) &&
  (failure.status === 404 || failure.status === 405)

const isNoSuchCall = (code: string) => code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED'
