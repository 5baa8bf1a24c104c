import type { Reply } from '#src/ports.ts'

/**
 * True for foreign JSON with status 200. A server with only the specification's calls may answer writes with it,
 * because spec S7 does not define these responses.
 */
export const isOtherJson = (reply: Reply<unknown>): boolean =>
  !reply.ok &&
  reply.failure.kind === 'portal' &&
  reply.failure.status === 200 &&
  reply.headers?.get('content-type')?.startsWith('application/json') === true
