import type { AppCallName, BodyInput } from '#contract/calls.ts'
import type { Failure } from '#src/ports.ts'
import { isRefusedOnTheWay } from './classify.ts'
import { inLine, isOverdue, type Job, laneOf } from './job.ts'
import { BLOCKED_AFTER_TRIES } from './limits.ts'
import { type PauseReason, pauseOf } from './pauses.ts'
import type { Env, State } from './state.ts'

/** `id` is also the idempotency key; null if no job was created. */
export type Sent = { readonly id: string | null } & (
  | { readonly state: 'received' }
  | { readonly state: 'queued'; readonly kept: boolean }
  | { readonly state: 'refused'; readonly failure: Failure }
  /** Neither stored nor sent, because too many jobs are queued. */
  | { readonly state: 'unsaved'; readonly reason: 'limit' }
  /** Withdrawn, or deleted with the customer's data. */
  | { readonly state: 'gone' }
)

type SentReceipt = {
  readonly storeId: number
  readonly receiptNo: string
  readonly amount: number
  readonly purchasedAt: string
  /** SHA-256 hashes. */
  readonly images: readonly string[]
  /** When the customer submitted the receipt. The server checks deadlines against this time. */
  readonly at?: string
}

/** A job or the outcome of a job. Times are in milliseconds since 1970. */
export type JobView = {
  readonly id: string
  readonly route: AppCallName
  readonly createdAt: number
  /** The id of the receipt that the job changes; null for other jobs. */
  readonly subject: string | null
  /** Jobs have the first three states; outcomes have the others. */
  readonly state: 'queued' | 'sending' | 'refused' | 'received' | 'withdrawn' | 'replaced'
  /**
   * Null if the job can be sent now or is not queued. `turn`: an older job must be sent first. `gateway`: something
   * other than our server is responding. `blocked`: a gateway has rejected this job for more than a day. `server`: our
   * server, or a gateway in front of it, is overloaded or down. `storage`: the phone cannot record that the job is
   * being sent.
   */
  readonly waitsFor: 'turn' | 'network' | 'gateway' | 'blocked' | 'server' | 'sign-in' | 'storage' | null
  readonly nextTryAt: number | null
  /** False if the job exists only in this page's memory. */
  readonly kept: boolean
  /** Upload progress, from 0 to 1. */
  readonly progress: number | null
  readonly failure: Failure | null
  /** The job is over seven days old and is sent only with the customer's consent. */
  readonly expired: boolean
  /** The server lost the receipt (`offer-again.ts`), and the customer has not yet decided whether to send it again. */
  readonly lost: boolean
  /** Null for a job. */
  readonly settledAt: number | null
  readonly shown: boolean
  /** The epoch of an outcome; null for a job. */
  readonly epoch: string | null
  readonly tries: number
  /** The job's contents. Fields for other types of job are null. */
  readonly receipt: SentReceipt | null
  readonly answer: { readonly text: string; readonly questionId: string | null } | null
  readonly profile: BodyInput<'putCustomer'> | null
  readonly attend: boolean | null
}

type Times = Pick<Env, 'now' | 'serverNow'>

export function viewsOf(state: State, owner: string | null, times: Times): readonly JobView[] {
  const first = new Set(inLine(state.jobs.values(), owner))
  return [...state.jobs.values()]
    .filter(job => job.owner === owner)
    .map(job => viewOf(state, job, { ...times, first: first.has(job) }))
}

/** The outbox screen reports a defect separately; pauses for `tab` and `batch` end within seconds. */
const reasons: Readonly<Record<PauseReason, JobView['waitsFor']>> = {
  network: 'network',
  gateway: 'gateway',
  server: 'server',
  'sign-in': 'sign-in',
  tab: null,
  storage: 'storage',
  defect: null,
  batch: null,
}

function viewOf(
  state: State,
  job: Job,
  { now, serverNow, first }: Times & { readonly first: boolean },
): JobView {
  const own = pauseOf(state.pauses, `job:${job.id}`, now)
  const doing = state.active.get(job.id)
  const sending = doing?.step === 'sending' || own?.why === 'tab'
  const shown = job.state === 'dead' ? 'refused' : sending ? 'sending' : 'queued'
  const pause = pauseOf(state.pauses, 'all', now) ?? pauseOf(state.pauses, `lane:${laneOf(job)}`, now) ?? own
  const lane = [...state.active.values()].some(other => other !== doing && other.lane === laneOf(job))
  const answered = pause?.why === 'gateway' || pause?.why === 'server'
  const blocked = answered && isOverdue(job, serverNow) && isBlocked(job)
  const waitsFor = blocked ? 'blocked' : pause ? reasons[pause.why] : !first || lane ? 'turn' : null
  const queued = shown === 'queued'
  return {
    ...sharedOf(job),
    state: shown,
    waitsFor: queued ? waitsFor : null,
    nextTryAt: queued && pause && pause.why !== 'sign-in' ? pause.until : null,
    kept: !state.unsaved.has(job.id),
    progress: shown === 'sending' ? (doing?.progress ?? own?.progress ?? null) : null,
    failure: job.failure,
    expired: job.expired,
    lost: job.lost && job.failure === null && shown === 'refused',
    settledAt: null,
    shown: false,
    epoch: null,
    tries: job.attempts,
  }
}

/** A job with an ambiguous status is blocked only if our server has responded to other calls. */
const isBlocked = ({ failure }: Job): boolean =>
  isRefusedOnTheWay(failure) || (failure?.kind === 'portal' && (failure.alone ?? 0) >= BLOCKED_AFTER_TRIES)

export const outcomeViews = (state: State, owner: string | null): readonly JobView[] =>
  [...state.outcomes.values()]
    .filter(outcome => outcome.owner === owner)
    .sort((a, b) => b.at - a.at)
    .map(outcome => ({
      ...sharedOf(outcome),
      state: outcome.state,
      waitsFor: null,
      nextTryAt: null,
      kept: true,
      progress: null,
      failure: null,
      expired: false,
      lost: false,
      settledAt: outcome.at,
      shown: outcome.shown,
      epoch: outcome.epoch,
      tries: 0,
    }))

/** While the result is unknown, returns null or, if `late` is true, reports the job as queued. */
export function sentOf(state: State, id: string, times: Times, late: boolean): Sent | null {
  const outcome = state.outcomes.get(id)
  if (outcome) return { id, state: outcome.state === 'received' ? 'received' : 'gone' }
  const job = state.jobs.get(id)
  if (!job) return { id, state: 'gone' }
  const view = viewOf(state, job, { ...times, first: true })
  if (view.state === 'refused') return { id, state: 'refused', failure: job.failure ?? { kind: 'network' } }
  const waits = view.state === 'queued' && view.waitsFor !== null && view.waitsFor !== 'turn'
  return waits || late ? { id, state: 'queued', kept: view.kept } : null
}

const sharedOf = (job: Pick<Job, 'id' | 'route' | 'createdAt' | 'subject' | 'body'>) => ({
  id: job.id,
  route: job.route,
  createdAt: job.createdAt,
  subject: laneOf(job) === 'receipt' ? job.subject : null,
  ...contentOf(job),
})

function contentOf({
  route,
  body,
}: Pick<Job, 'route' | 'body'>): Pick<JobView, 'receipt' | 'answer' | 'profile' | 'attend'> {
  const given = (body ?? {}) as Partial<SentReceipt> & {
    Answer?: string
    questionId?: string
    attend?: boolean
  }
  const { storeId, receiptNo, amount, purchasedAt, images, at } = given
  const whole =
    storeId !== undefined && receiptNo !== undefined && amount !== undefined && purchasedAt !== undefined
  return {
    receipt: whole && images ? { storeId, receiptNo, amount, purchasedAt, images, ...(at && { at }) } : null,
    answer: given.Answer === undefined ? null : { text: given.Answer, questionId: given.questionId ?? null },
    profile: route === 'putCustomer' ? (given as BodyInput<'putCustomer'>) : null,
    attend: given.attend ?? null,
  }
}
