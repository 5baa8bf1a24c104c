import * as v from 'valibot'
import type { BodyInput, Params } from '#contract/calls.ts'
import { lanes } from '#contract/generated/requests.ts'
import type { Lane } from '#contract/request.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import { failureSchema } from './failure.ts'
import { MAX_WAIT_MS } from './limits.ts'

/** The calls that can be queued: those with a lane and an idempotency key. */
export type QueueableRoute = keyof typeof lanes

const queueable = Object.keys(lanes) as [QueueableRoute, ...QueueableRoute[]]

/** A write that a screen wants to send. */
export type NewJob<N extends QueueableRoute = QueueableRoute> = {
  readonly route: N
  readonly params: Params<N>
  readonly body: BodyInput<N>
  /**
   * The thing that the job changes, such as a receipt id. Jobs on the same subject stay in order, and a new job
   * replaces a refused one.
   */
  readonly subject: string
  /** Photos to upload before the call. */
  readonly photos?: readonly JobPhoto[]
  readonly ifMatch?: string
  /** The idempotency key, if the screen has already created one. */
  readonly id?: string
  /**
   * If a queued job on the same subject was never sent, merge these fields into it instead of adding a job.
   */
  readonly merges?: boolean
}

export type JobPhoto = { readonly sha256: string; readonly type: string; readonly bytes: ArrayBuffer }

/**
 * A stored job. It contains no token and no headers, so that any later session of its owner can send it. The
 * state `sending` is stored before the first byte is sent and remains if the page is closed: a job that may
 * have been sent is never changed.
 */
const jobSchema = v.object({
  v: v.literal(1),
  /** Increases with each job on this phone. Jobs are ordered by `seq`, then by id. */
  seq: v.number(),
  /** The job's id, which is also its idempotency key. */
  id: uuid,
  owner: uuid,
  route: v.picklist(queueable),
  params: v.record(v.string(), v.string()),
  body: v.unknown(),
  subject: v.string(),
  /** The photos' bytes are stored under separate keys. */
  photos: v.array(v.object({ sha256, type: v.string(), size: v.number() })),
  ifMatch: v.nullable(v.string()),
  createdAt: v.number(),
  notBefore: v.number(),
  /**
   * When the wait until `notBefore` began. If the phone's clock was set back to before it, the wait is over.
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
 * True if the job's record shows that the server cannot have received it. A job that may have been sent is
 * never changed.
 */
export const neverSent = (job: Pick<Job, 'state' | 'attempts'>): boolean =>
  job.state === 'queued' && job.attempts === 0

/**
 * Orders jobs by creation. Two tabs can assign the same `seq`; then the ids decide, which are sortable by time.
 */
export const inOrder = (a: Job, b: Job): number => a.seq - b.seq || (a.id < b.id ? -1 : 1)

/** Parses a stored job. Returns null if this version cannot read it. */
export function parseJob(value: unknown): Job | null {
  const parsed = v.safeParse(jobSchema, value)
  return parsed.success ? parsed.output : null
}

/**
 * Returns when the job's wait ends (milliseconds since 1970), or 0 if it is over. An end too far in the future
 * comes from a changed clock and is ignored.
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
