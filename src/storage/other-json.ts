import type { Reply } from '#src/ports.ts'

/**
 * True if the response is JSON with status 200, but not in the format of our server. A server with only the specification's calls
 * may answer most writes with any JSON, because spec S7 does not define these responses.
 */
export const isOtherJson = (reply: Reply<unknown>): boolean =>
  !reply.ok &&
  reply.failure.kind === 'portal' &&
  reply.failure.status === 200 &&
  reply.headers?.get('content-type')?.startsWith('application/json') === true
