import * as v from 'valibot'
import { lanes } from '#contract/calls/generated/requests.ts'
import type { BodyInput, Params } from '#contract/calls.ts'
import { isErrorCode } from '#contract/errors.ts'
import type { Lane } from '#contract/request.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import type { Failure } from '#src/ports.ts'
import { BLOCKED_AFTER_MS } from './limits.ts'

const failureSchema: v.GenericSchema<unknown, Failure> = v.variant('kind', [
  v.object({ kind: v.picklist(['network', 'timeout', 'aborted', 'missing']) }),
  v.object({
    kind: v.literal('portal'),
    status: v.number(),
    retryAfter: v.optional(v.number()),
    alone: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('refused'),
    status: v.number(),
    code: v.custom(isErrorCode),
    message: v.string(),
    fields: v.array(v.object({ path: v.string(), code: v.string() })),
    requestId: v.string(),
    retryAfter: v.nullable(v.number()),
    current: v.optional(v.unknown(), null),
  }),
]) as unknown as v.GenericSchema<unknown, Failure>

/** Calls with a lane and an idempotency key. */
export type QueueableRoute = keyof typeof lanes

const queueable = Object.keys(lanes) as [QueueableRoute, ...QueueableRoute[]]

export type NewJob<N extends QueueableRoute = QueueableRoute> = {
  readonly route: N
  readonly params: Params<N>
  readonly body: BodyInput<N>
  /**
   * Id of what the job changes, for example a receipt. Jobs with the same subject are sent in order, and a new job
   * replaces a refused one.
   */
  readonly subject: string
  readonly photos?: readonly JobPhoto[]
  readonly ifMatch?: string
  readonly id?: string
  /** The id of the edited job, which is replaced if it was never sent. */
  readonly replaces?: string
  /** Stored instead if the job in `replaces` may have been sent. */
  readonly otherwise?: NewJob
  /** Storage keys to delete in the same transaction. */
  readonly deletes?: readonly string[]
  /** Merges `body` into an unsent job with the same subject. */
  readonly merges?: boolean
}

export type JobPhoto = { readonly sha256: string; readonly type: string; readonly bytes: ArrayBuffer }

/** The claim of the sending tab, which expires if the tab is frozen or closed. */
const claimSchema = v.object({ tab: v.string(), from: v.number(), until: v.number() })

/**
 * A job contains no token, so any later session of its owner can send it. `sending` is stored before the first byte is
 * sent; from then on, the job must not be changed, even after a reload.
 */
const jobFields = {
  v: v.literal(1),
  /** Increases with each new job on this phone. */
  seq: v.number(),
  /** Also used as the idempotency key. */
  id: uuid,
  owner: uuid,
  route: v.picklist(queueable),
  params: v.record(v.string(), v.string()),
  body: v.unknown(),
  subject: v.string(),
  photos: v.array(v.object({ sha256, type: v.string(), size: v.number() })),
  ifMatch: v.nullable(v.string()),
  createdAt: v.number(),
  /** The job must not be sent between `waitsFrom` and `notBefore`, even after a reload. */
  notBefore: v.number(),
  waitsFrom: v.optional(v.number(), 0),
  attempts: v.number(),
  /** `dead`: refused or expired. Older builds also stored `blocked-auth`. */
  state: v.pipe(
    v.picklist(['queued', 'sending', 'blocked-auth', 'dead']),
    v.transform(state => (state === 'blocked-auth' ? 'queued' : state)),
  ),
  claim: v.optional(v.fallback(v.nullable(claimSchema), null), null),
  expired: v.boolean(),
  /** The server lost the receipt when it was restored from a backup (`offer-again.ts`). */
  lost: v.optional(v.boolean(), false),
  // A newer build may store other failures; the job must remain readable.
  failure: v.fallback(v.nullable(failureSchema), null),
  appVersion: v.string(),
}
// Loose, so that fields stored by a newer build survive when this build rewrites the record.
const jobSchema = v.looseObject(jobFields)
type StoredJob = v.InferOutput<typeof jobSchema>
export type Job = { readonly [K in keyof typeof jobFields]: StoredJob[K] }

const outcomeSchema = v.object({
  v: v.literal(1),
  id: uuid,
  owner: uuid,
  route: v.picklist(queueable),
  subject: v.string(),
  body: v.unknown(),
  createdAt: v.number(),
  at: v.number(),
  /** `withdrawn`: the customer deleted an unsent, refused or expired job. `replaced`: the customer corrected it. */
  state: v.picklist(['received', 'withdrawn', 'replaced']),
  shown: v.boolean(),
  /** The data epoch in which the server withdrew the receipt; null if unknown, and for other jobs. */
  epoch: v.optional(v.nullable(v.string()), null),
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
  epoch: null,
})

export const laneOf = (job: Pick<Job, 'route'>): Lane => lanes[job.route]

/** True if the server cannot have received the job. */
export const neverSent = (job: Pick<Job, 'state' | 'attempts'>): boolean =>
  job.state === 'queued' && job.attempts === 0

/** True if the wait is so long that something may be rejecting the job. `now` is the server's time. */
export const isOverdue = ({ createdAt }: Job, now: number): boolean => now - createdAt > BLOCKED_AFTER_MS

/** Counts an interrupted attempt, because the server may have received the job. */
export const expiredJob = (job: Job): Job => ({
  ...job,
  state: 'dead',
  claim: null,
  expired: true,
  attempts: job.attempts + (job.state === 'sending' ? 1 : 0),
})

export const revivedJob = (job: Job): Job => ({ ...job, state: 'queued', expired: false, notBefore: 0 })

/** Orders jobs by `seq`. If two tabs have assigned the same one, the older id comes first. */
export const inOrder = (a: Job, b: Job): number => a.seq - b.seq || (a.id < b.id ? -1 : 1)

export function parseJob(value: unknown): Job | null {
  const parsed = v.safeParse(jobSchema, value)
  return parsed.success ? parsed.output : null
}

export function parseOutcome(value: unknown): Outcome | null {
  const parsed = v.safeParse(outcomeSchema, value)
  return parsed.success ? parsed.output : null
}

/** The first job for each subject, in order. Refused jobs do not block later ones. */
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
