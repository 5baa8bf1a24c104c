import { assertNever } from '#contract/assert-never.ts'
import type { Failure } from '#src/ports.ts'

/**
 * `unreached`: our server did not respond or is unavailable. `later`: retry the job. `sign-in`: the session has expired
 * or belongs to another customer. `photos`: upload the photos again. `needs-you`: rejected permanently; the customer
 * decides.
 */
export type FailureClass = 'unreached' | 'later' | 'sign-in' | 'photos' | 'needs-you'

/** Uses the error code only if a status is ambiguous, and never the message. */
export function classify(failure: Failure): FailureClass {
  switch (failure.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'portal':
      return 'unreached'
    case 'missing':
      return 'needs-you'
    case 'refused':
      return classifyStatus(failure.status, failure.code)
    default:
      return assertNever(failure)
  }
}

function classifyStatus(status: number, code: string): FailureClass {
  if (code === 'OWNER_MISMATCH') return 'sign-in'
  if (code === 'IMAGE_MISSING') return 'photos'
  // The phone has verified the hash, so its copy is intact.
  if (code === 'IMAGE_HASH') return 'later'
  if (status === 401) return 'sign-in'
  if (status === 502 || status === 503 || status === 504) return 'unreached'
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'later'
  return 'needs-you'
}

/** True if a filter refused the call. Other statuses may mean a Wi-Fi sign-in page or a server that is down. */
export const isRefusedOnTheWay = (failure: Failure | null): boolean =>
  failure?.kind === 'portal' &&
  failure.status >= 400 &&
  failure.status < 500 &&
  failure.status !== 408 &&
  failure.status !== 429

export const retryAfterOf = (failure: Failure): number | null =>
  failure.kind === 'refused' || failure.kind === 'portal' ? (failure.retryAfter ?? null) : null
