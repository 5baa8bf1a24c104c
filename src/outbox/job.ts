import * as v from 'valibot'
import type { BodyInput, Params } from '#contract/calls.ts'
import { lanes } from '#contract/generated/requests.ts'
import type { Lane } from '#contract/request.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import { failureSchema } from './failure.ts'
import { MAX_WAIT_MS } from './limits.ts'

/** The calls that can wait on the phone: those with a lane and an idempotency key. */
export type QueueableRoute = keyof typeof lanes

const queueable = Object.keys(lanes) as [QueueableRoute, ...QueueableRoute[]]

/** What a screen asks to be sent. */
export type NewJob<N extends QueueableRoute = QueueableRoute> = {
  readonly route: N
  readonly params: Params<N>
  readonly body: BodyInput<N>
  /** What it is about: jobs on the same subject keep their order, and a new one replaces a refused one. */
  readonly subject: string
  /** Sent before the job itself. */
  readonly photos?: readonly JobPhoto[]
  readonly ifMatch?: string
  /** Its idempotency key where the screen has made it; else a new one. */
  readonly id?: string
  /** A waiting job on the same subject that was never sent takes over these fields instead. */
  readonly merges?: boolean
}

export type JobPhoto = { readonly sha256: string; readonly type: string; readonly bytes: ArrayBuffer }

/**
 * A write as it lies on the phone: without a token and without headers, so that it can be sent by whichever session
 * of its owner comes later.
 * `sending` is written before the first byte leaves and stays if the page dies: what was sent is never changed.
 */
const jobSchema = v.object({
  v: v.literal(1),
  /** Grows with each job of this phone; with the id it gives the order. */
  seq: v.number(),
  /** Also the idempotency key. */
  id: uuid,
  owner: uuid,
  route: v.picklist(queueable),
  params: v.record(v.string(), v.string()),
  body: v.unknown(),
  subject: v.string(),
  /** The bytes lie under their own keys. */
  photos: v.array(v.object({ sha256, type: v.string(), size: v.number() })),
  ifMatch: v.nullable(v.string()),
  createdAt: v.number(),
  notBefore: v.number(),
  /** When that wait began: a clock that was moved back behind it ends it. */
  waitsFrom: v.optional(v.number(), 0),
  attempts: v.number(),
  state: v.picklist(['queued', 'sending', 'blocked-auth', 'dead']),
  expired: v.boolean(),
  failure: v.nullable(failureSchema),
  appVersion: v.string(),
})
export type Job = v.InferOutput<typeof jobSchema>

export const laneOf = (job: Pick<Job, 'route'>): Lane => lanes[job.route]

/** Whether the server cannot have heard of a job, as far as its record tells: what was sent stays as it was sent. */
export const neverSent = (job: Pick<Job, 'state' | 'attempts'>): boolean =>
  job.state === 'queued' && job.attempts === 0

/** First come, first served; two tabs may have given the same number, then the ids decide, which grow with time. */
export const inOrder = (a: Job, b: Job): number => a.seq - b.seq || (a.id < b.id ? -1 : 1)

/** A stored record, or null where this version cannot read it. */
export function parseJob(value: unknown): Job | null {
  const parsed = v.safeParse(jobSchema, value)
  return parsed.success ? parsed.output : null
}

/** When its wait ends; 0 where it is over. One that is far ahead is a moved clock's, too. */
export function waitEnd({ notBefore, waitsFrom }: Job, now: number): number {
  return waitsFrom <= now && now < notBefore && notBefore - now <= MAX_WAIT_MS ? notBefore : 0
}

/** Whether `job` may be sent now, given all others of its owner: its time has come, and nothing older on its subject waits. */
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
