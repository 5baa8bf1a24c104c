import { assertNever } from '#contract/assert-never.ts'
import type { Failure } from '#src/ports.ts'

/**
 * What a failed try means for its job.
 * `unreached`: nobody of ours answered, or the server is out; everything waits and one job probes.
 * `later`: the server is there and wants this one later.
 * `sign-in`: the session is over or another customer's; the whole queue waits.
 * `photos`: the photos are gone from the server and must be sent again first.
 * `needs-you`: refused for good; the customer decides.
 */
export type FailureClass = 'unreached' | 'later' | 'sign-in' | 'photos' | 'needs-you'

/** Judges by numbers, never by text. The codes looked at are those that share a number and differ in meaning. */
export function classify(failure: Failure): FailureClass {
  switch (failure.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'portal':
      return 'unreached'
    case 'refused':
      return classifyStatus(failure.status, failure.code)
    default:
      return assertNever(failure)
  }
}

function classifyStatus(status: number, code: string): FailureClass {
  if (code === 'OWNER_MISMATCH') return 'sign-in'
  if (code === 'IMAGE_MISSING') return 'photos'
  if (status === 401) return 'sign-in'
  if (status === 502 || status === 503 || status === 504) return 'unreached'
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'later'
  return 'needs-you'
}

/** The server's word on when to come back, in seconds. */
export const retryAfterOf = (failure: Failure): number | null =>
  failure.kind === 'refused' ? failure.retryAfter : null
