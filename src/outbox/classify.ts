import { assertNever } from '#contract/assert-never.ts'
import type { Failure } from '#src/ports.ts'

/**
 * What a failed attempt means for its job.
 * `unreached`: our server did not answer or is unavailable. All jobs wait, then one job probes.
 * `later`: the server answered and wants this job later.
 * `sign-in`: the session has expired or belongs to another customer. The whole queue waits.
 * `photos`: the server no longer has the photos, so they must be uploaded again first.
 * `needs-you`: rejected permanently. The customer decides what to do.
 */
export type FailureClass = 'unreached' | 'later' | 'sign-in' | 'photos' | 'needs-you'

/**
 * Classifies a failure by its status. Error codes are only used where one status has several meanings; messages
 * are never used.
 */
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

/** The server's `Retry-After` in seconds; null if it sent none. */
export const retryAfterOf = (failure: Failure): number | null =>
  failure.kind === 'refused' ? failure.retryAfter : null
