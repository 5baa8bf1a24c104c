import { assertNever } from '#contract/assert-never.ts'
import type { Failure } from '#src/ports.ts'

/**
 * What a failed attempt means for its job.
 * `unreached`: our server did not respond or is unavailable. All jobs wait; then one job is sent as a probe.
 * `later`: the server responded, but the job must be sent again later.
 * `sign-in`: the session has expired or belongs to another customer. The whole queue waits.
 * `photos`: the server does not have the photos, so they must be uploaded again first.
 * `needs-you`: rejected permanently. The customer decides what to do with the job.
 */
export type FailureClass = 'unreached' | 'later' | 'sign-in' | 'photos' | 'needs-you'

/**
 * Classifies a failure by its HTTP status. Uses the error code only if a status has several meanings, and
 * never uses the message.
 */
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
  // The phone has compared the photo with its hash before sending it, so its copy is whole.
  if (code === 'IMAGE_HASH') return 'later'
  if (status === 401) return 'sign-in'
  if (status === 502 || status === 503 || status === 504) return 'unreached'
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'later'
  return 'needs-you'
}

/**
 * True if something between the phone and our server refuses the request. A 4xx says so, except 408 and 429, which ask to
 * wait. Any other status may mean a Wi-Fi sign-in page or a server that is down.
 */
export const isRefusedOnTheWay = (failure: Failure | null): boolean =>
  failure?.kind === 'portal' &&
  failure.status >= 400 &&
  failure.status < 500 &&
  failure.status !== 408 &&
  failure.status !== 429

/** Returns the server's `Retry-After` in seconds, or null if the response had none. */
export const retryAfterOf = (failure: Failure): number | null =>
  failure.kind === 'refused' || failure.kind === 'portal' ? (failure.retryAfter ?? null) : null
