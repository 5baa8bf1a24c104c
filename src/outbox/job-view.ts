import type { AppCallName } from '#contract/calls.ts'
import type { Failure } from '#src/ports.ts'
import { type Job, laneOf } from './job.ts'

/** What happened to a write: taken by the server, or kept on this phone until it can be. */
export type Sent =
  | { readonly state: 'received' }
  | { readonly state: 'queued' }
  | { readonly state: 'refused'; readonly failure: Failure }
  /** This phone cannot keep it (storage full or refused). */
  | { readonly state: 'unsaved'; readonly reason: 'quota' | 'limit' | 'storage' }

/** A queued write as the customer sees it. */
export type JobView = {
  readonly id: string
  readonly route: AppCallName
  readonly createdAt: number
  readonly state: 'queued' | 'sending' | 'waiting-sign-in' | 'needs-you'
  /** 0 to 1, for an upload under way. */
  readonly progress: number | null
  readonly failure: Failure | null
  /** The receipt it is about, where it is about one. */
  readonly subject: string | null
  /** Too old to be sent without asking (seven days). */
  readonly expired: boolean
}

const states = {
  queued: 'queued',
  // Written ahead of the send: whether it is under way, only the sender knows.
  sending: 'queued',
  'blocked-auth': 'waiting-sign-in',
  dead: 'needs-you',
} as const satisfies Record<Job['state'], JobView['state']>

/** A job as screens see it. `blocked`: what is queued waits for a sign-in, whether it was tried before or not. */
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
