import type { Failure } from '#src/ports.ts'

/**
 * True if a server answers like this because it does not have the call at all. Only for calls without an id in
 * their path: for the others, 404 means that the thing itself does not exist. A server other than ours has another
 * error format, so its answer looks like a captive portal's. The caller must therefore find out by another call
 * whether the server can be reached.
 */
export const isMissingCall = (failure: Failure): boolean =>
  (failure.kind === 'portal' || (failure.kind === 'refused' && isNoSuchCall(failure.code))) &&
  (failure.status === 404 || failure.status === 405)

const isNoSuchCall = (code: string) => code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED'
