import * as v from 'valibot'
import type { BodyInput, Params } from '#contract/calls.ts'
import { lanes } from '#contract/generated/requests.ts'
import type { Lane } from '#contract/request.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import { failureSchema } from './failure.ts'
import { MAX_WAIT_MS } from './limits.ts'

/** Names of the calls that can be queued: those with a lane and an idempotency key. */
export type QueueableRoute = keyof typeof lanes

const queueable = Object.keys(lanes) as [QueueableRoute, ...QueueableRoute[]]

/** A write that a screen wants to send. */
export type NewJob<N extends QueueableRoute = QueueableRoute> = {
  readonly route: N
  readonly params: Params<N>
  readonly body: BodyInput<N>
  /**
   * Identifies what the job changes, such as a receipt id. Jobs on the same subject are sent in order, and a
   * new job replaces a refused one.
   */
  readonly subject: string
  /** Photos to upload before the call. */
  readonly photos?: readonly JobPhoto[]
  readonly ifMatch?: string
  /** The idempotency key, if the screen has already created one. */
  readonly id?: string
  /**
   * If true, and a job on the same subject is queued and was never sent, these fields are merged into that
   * job instead of adding another one.
   */
  readonly merges?: boolean
}

export type JobPhoto = { readonly sha256: string; readonly type: string; readonly bytes: ArrayBuffer }

/**
 * A stored job. It contains no token and no headers, so that any later session of its owner can send it. The
 * state `sending` is stored before the first byte is sent, and is still stored if the page is closed while
 * sending. It marks the job as possibly sent, and such a job must not be changed any more.
 */
const jobSchema = v.object({
  v: v.literal(1),
  /**
   * Order of the job on this phone: each new job gets a higher number. Jobs are sorted by `seq`, then by id.
   */
  seq: v.number(),
  /** The job's id. It is also the idempotency key. */
  id: uuid,
  owner: uuid,
  route: v.picklist(queueable),
  params: v.record(v.string(), v.string()),
  body: v.unknown(),
  subject: v.string(),
  /** Metadata of the photos. Their bytes are stored under separate keys. */
  photos: v.array(v.object({ sha256, type: v.string(), size: v.number() })),
  ifMatch: v.nullable(v.string()),
  createdAt: v.number(),
  notBefore: v.number(),
  /**
   * When the wait until `notBefore` began. If the phone's clock is set back to before this time, the wait
   * ends.
   */
  waitsFrom: v.optional(v.number(), 0),
  attempts: v.number(),
  state: v.picklist(['queued', 'sending', 'blocked-auth', 'dead']),
  expired: v.boolean(),
  failure: v.nullable(failureSchema),
  appVersion: v.string(),
})
export type Job = v.InferOutput<typeof jobSchema>

export const laneOf = (job: Pick<Job, 'route'>): Lane => lanes[job.route]

/**
 * True if the job's record proves that the server has not received it. A job that may have been sent must not
 * be changed.
 */
export const neverSent = (job: Pick<Job, 'state' | 'attempts'>): boolean =>
  job.state === 'queued' && job.attempts === 0

/**
 * Sorts jobs by creation. Two tabs can assign the same `seq`; such jobs are sorted by id, because ids sort by
 * time.
 */
export const inOrder = (a: Job, b: Job): number => a.seq - b.seq || (a.id < b.id ? -1 : 1)

/** Parses a stored job. Returns null if this version cannot read it. */
export function parseJob(value: unknown): Job | null {
  const parsed = v.safeParse(jobSchema, value)
  return parsed.success ? parsed.output : null
}

/**
 * Returns when the job's wait ends (milliseconds since 1970), or 0 if it is over. If the end is too far in
 * the future, the phone's clock was changed, so the wait counts as over.
 */
export function waitEnd({ notBefore, waitsFrom }: Job, now: number): number {
  return waitsFrom <= now && now < notBefore && notBefore - now <= MAX_WAIT_MS ? notBefore : 0
}

/**
 * True if `job` may be sent now: its wait is over, and no older job of its owner on the same subject is
 * waiting.
 */
export function ready(job: Job, others: readonly Job[], now: number): boolean {
  if (job.state === 'dead' || job.state === 'blocked-auth') return false
  if (waitEnd(job, now) > 0) return false
  return !others.some(
    other =>
      other.id !== job.id &&
      other.state !== 'dead' &&
      other.owner === job.owner &&
      laneOf(other) === laneOf(job) &&
      other.subject === job.subject &&
      inOrder(other, job) < 0,
  )
}
