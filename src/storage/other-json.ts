import type { Reply } from '#src/ports.ts'

/**
 * True for JSON with status 200 that is not our answer. Spec S7 does not show the answers to most writes, so those of a server
 * with only the specification's calls may be anything.
 */
export const isOtherJson = (reply: Reply<unknown>): boolean =>
  !reply.ok &&
  reply.failure.kind === 'portal' &&
  reply.failure.status === 200 &&
  reply.headers?.get('content-type')?.startsWith('application/json') === true
