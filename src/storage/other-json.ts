import type { Reply } from '#src/ports.ts'

/**
 * True for a JSON response with status 200 whose format is not our server's. A server that implements only the
 * specification may answer most writes with it, because spec S7 does not define these responses.
 */
export const isOtherJson = (reply: Reply<unknown>): boolean =>
  !reply.ok &&
  reply.failure.kind === 'portal' &&
  reply.failure.status === 200 &&
  reply.headers?.get('content-type')?.startsWith('application/json') === true
