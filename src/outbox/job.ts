import * as v from 'valibot'
import type { BodyInput, Params } from '#contract/calls.ts'
import { lanes } from '#contract/generated/requests.ts'
import type { Lane } from '#contract/request.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import { failureSchema } from './failure.ts'
import { BLOCKED_AFTER_MS } from './limits.ts'

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
  /** The id of the queued job that the customer has edited. It is replaced if it was never sent. */
  readonly replaces?: string
  /** Stored instead of this job if the job in `replaces` may already have been sent. */
  readonly otherwise?: NewJob
  /** Keys of the phone's store, such as a draft, that are deleted in the transaction that stores the job. */
  readonly deletes?: readonly string[]
  /**
   * If true, and a job on the same subject is queued and was never sent, these fields are merged into that
   * job instead of adding another one.
   */
  readonly merges?: boolean
}

export type JobPhoto = { readonly sha256: string; readonly type: string; readonly bytes: ArrayBuffer }

/** The claim of the tab that is sending a job. It expires if that tab is frozen or closed. */
const claimSchema = v.object({ tab: v.string(), from: v.number(), until: v.number() })

/**
 * A stored job. It contains no token and no headers, so that any later session of its owner can send it. The
 * state `sending` is stored before the first byte is sent, and is still stored if the page is closed while
 * sending. It marks the job as possibly sent, and such a job must not be changed any more.
 */
const jobFields = {
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
  /** The pause of this job, for the next page: it must not be sent between these times. */
  notBefore: v.number(),
  waitsFrom: v.optional(v.number(), 0),
  attempts: v.number(),
  /** `dead`: refused, or too old to be sent without asking. Older builds also stored `blocked-auth`. */
  state: v.pipe(
    v.picklist(['queued', 'sending', 'blocked-auth', 'dead']),
    v.transform(state => (state === 'blocked-auth' ? 'queued' : state)),
  ),
  claim: v.optional(v.fallback(v.nullable(claimSchema), null), null),
  expired: v.boolean(),
  /** True if the server had received the job, and was then restored from an older backup (see `offer-again.ts`). */
  lost: v.optional(v.boolean(), false),
  // A newer build may store other kinds of failures. The job itself must stay readable.
  failure: v.fallback(v.nullable(failureSchema), null),
  appVersion: v.string(),
}
// Fields of a newer build are kept, so that writing the record does not remove them.
const jobSchema = v.looseObject(jobFields)
type StoredJob = v.InferOutput<typeof jobSchema>
export type Job = { readonly [K in keyof typeof jobFields]: StoredJob[K] }

/** What became of a job. It is stored until a screen has shown it. */
const outcomeSchema = v.object({
  v: v.literal(1),
  id: uuid,
  owner: uuid,
  route: v.picklist(queueable),
  subject: v.string(),
  body: v.unknown(),
  createdAt: v.number(),
  at: v.number(),
  /**
   * `withdrawn`: deleted by the customer. It was never sent, was refused, or is too old. `replaced`: the customer sent a
   * correction.
   */
  state: v.picklist(['received', 'withdrawn', 'replaced']),
  shown: v.boolean(),
})
export type Outcome = v.InferOutput<typeof outcomeSchema>

export const outcomeOf = (job: Job, state: Outcome['state'], at: number): Outcome => ({
  v: 1,
  id: job.id,
  owner: job.owner,
  route: job.route,
  subject: job.subject,
  body: job.body,
  createdAt: job.createdAt,
  at,
  state,
  shown: false,
})

export const laneOf = (job: Pick<Job, 'route'>): Lane => lanes[job.route]

/**
 * True if the job's record proves that the server has not received it. A job that may have been sent must not
 * be changed.
 */
export const neverSent = (job: Pick<Job, 'state' | 'attempts'>): boolean =>
  job.state === 'queued' && job.attempts === 0

/** True if the job has waited for so long that something may refuse its contents. `now` is the server's time. */
export const isOverdue = ({ createdAt }: Job, now: number): boolean => now - createdAt > BLOCKED_AFTER_MS

/** Returns a job that is too old to be sent without asking. An attempt that was cut off stays counted. */
export const expiredJob = (job: Job): Job => ({
  ...job,
  state: 'dead',
  claim: null,
  expired: true,
  attempts: job.attempts + (job.state === 'sending' ? 1 : 0),
})

/** Returns an expired job as one that is sent again. */
export const revivedJob = (job: Job): Job => ({ ...job, state: 'queued', expired: false, notBefore: 0 })

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

/** Parses a stored outcome. Returns null if this version cannot read it. */
export function parseOutcome(value: unknown): Outcome | null {
  const parsed = v.safeParse(outcomeSchema, value)
  return parsed.success ? parsed.output : null
}

/**
 * Returns the owner's jobs that may be sent before any other job on their subject, oldest first. Refused jobs do
 * not hold up the jobs after them.
 */
export function inLine(jobs: Iterable<Job>, owner: string | null): Job[] {
  const taken = new Set<string>()
  return [...jobs].filter(job => {
    if (job.owner !== owner || job.state === 'dead') return false
    const subject = `${laneOf(job)} ${job.subject}`
    if (taken.has(subject)) return false
    taken.add(subject)
    return true
  })
}
