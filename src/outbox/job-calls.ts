import type { Answer, AppCallName } from '#contract/calls.ts'
import { statusOf } from '#contract/errors.ts'
import type { Api, CallOptions, Failure, Reply } from '#src/ports.ts'
import { classify } from './classify.ts'
import type { Job } from './job.ts'

export type JobCall = <N extends AppCallName>(name: N, options: CallOptions<N>) => Promise<Reply<Answer<N>>>

/**
 * Our server repeats the idempotency key in every response. A refusal without it may come from a gateway, so it becomes
 * a `portal` failure, which cannot end the job or the session.
 */
export function callsOf(api: Api, job: Pick<Job, 'id'>): JobCall {
  const call = api.call as JobCall
  return async (name, options) => {
    const reply = await call(name, { ...options, idempotencyKey: job.id })
    return reply.ok ? reply : { ...reply, failure: provenFailure(reply.failure, job.id) }
  }
}

/**
 * Returns the failure, or `portal` if it would end the write without proof that our server sent it. If our error code
 * means "wait" but the status does not, a gateway has changed the status.
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
