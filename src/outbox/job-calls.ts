import type { Answer, AppCallName } from '#contract/calls.ts'
import { statusOf } from '#contract/errors.ts'
import type { Api, CallOptions, Failure, Reply } from '#src/ports.ts'
import { classify } from './classify.ts'
import type { Job } from './job.ts'

/** Makes a call of the product API, for one job or with a key of its own. */
export type JobCall = <N extends AppCallName>(name: N, options: CallOptions<N>) => Promise<Reply<Answer<N>>>

/**
 * Returns the function that makes a job's calls, its uploads included, or another call with this key. Each carries the
 * key, and our server repeats the key in each answer. A refusal without the key was not demonstrably written by our server,
 * so it must not end the job or the session, or drop a log event: it becomes a `portal` failure, and the job or the event
 * waits.
 */
export function callsOf(api: Api, job: Pick<Job, 'id'>): JobCall {
  const call = api.call as JobCall
  return async (name, options) => {
    const reply = await call(name, { ...options, idempotencyKey: job.id })
    return reply.ok ? reply : { ...reply, failure: provenFailure(reply.failure, job.id) }
  }
}

/**
 * Returns the failure of a write with this idempotency key, as `portal` if it would end the write without a proof. If our
 * error code means that the phone must wait, a gateway has changed the status.
 */
export function provenFailure(failure: Failure, key: string): Failure {
  if (failure.kind !== 'refused') return failure
  const verdict = classify(failure)
  // Waiting needs no proof.
  if (verdict === 'unreached' || verdict === 'later') return failure
  const asSent = classify({ ...failure, status: statusOf(failure.code) })
  if (failure.key === key && asSent === verdict) return failure
  const { status, retryAfter } = failure
  return { kind: 'portal', status, ...(retryAfter === null ? {} : { retryAfter }) }
}
