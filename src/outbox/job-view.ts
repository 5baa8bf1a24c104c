import type { AppCallName } from '#contract/calls.ts'
import type { Failure } from '#src/ports.ts'
import { type Job, laneOf } from './job.ts'

/** Result of a write: received by the server, queued on this phone, refused, or not saved. */
export type Sent =
  | { readonly state: 'received' }
  | { readonly state: 'queued' }
  | { readonly state: 'refused'; readonly failure: Failure }
  /**
   * The phone could not store the job, because storage is full or refused, and the job was not sent either.
   */
  | { readonly state: 'unsaved'; readonly reason: 'quota' | 'limit' | 'storage' }

/** A job as it is shown to the customer. */
export type JobView = {
  readonly id: string
  readonly route: AppCallName
  readonly createdAt: number
  readonly state: 'queued' | 'sending' | 'waiting-sign-in' | 'needs-you'
  /** Upload progress from 0 to 1; null if nothing is being uploaded. */
  readonly progress: number | null
  readonly failure: Failure | null
  /** Id of the receipt that the job changes; null for other jobs. */
  readonly subject: string | null
  /** True if the job is older than seven days. It is then sent only with the customer's consent. */
  readonly expired: boolean
}

const states = {
  queued: 'queued',
  // A stored `sending` is shown as queued, because it may be left over from a closed page. Only the sender
  // knows whether the job is being sent now.
  sending: 'queued',
  'blocked-auth': 'waiting-sign-in',
  dead: 'needs-you',
} as const satisfies Record<Job['state'], JobView['state']>

/**
 * Returns a job as screens show it. `blocked` is true if all queued jobs wait for a sign-in, including jobs
 * that were never tried.
 */
export function viewOf(job: Job, sending: boolean, progress: number | null, blocked: boolean): JobView {
  const state = states[job.state]
  return {
    id: job.id,
    route: job.route,
    createdAt: job.createdAt,
    state: sending ? 'sending' : blocked && state === 'queued' ? 'waiting-sign-in' : state,
    progress,
    failure: job.failure,
    subject: laneOf(job) === 'receipt' ? job.subject : null,
    expired: job.expired,
  }
}
