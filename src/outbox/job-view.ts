import type { AppCallName, BodyInput } from '#contract/calls.ts'
import type { Failure } from '#src/ports.ts'
import { isRefusedOnTheWay } from './classify.ts'
import { inLine, isOverdue, type Job, laneOf } from './job.ts'
import { BLOCKED_AFTER_TRIES } from './limits.ts'
import { type PauseReason, pauseOf } from './pauses.ts'
import type { Env, State } from './state.ts'

/**
 * Result of a write. `id` is the job's id, which is also its idempotency key; null if no job was made.
 */
export type Sent = { readonly id: string | null } & (
  | { readonly state: 'received' }
  /** `kept` is false if the job exists only in this page's memory. */
  | { readonly state: 'queued'; readonly kept: boolean }
  | { readonly state: 'refused'; readonly failure: Failure }
  /** The job was neither stored nor sent, because too many jobs are queued. */
  | { readonly state: 'unsaved'; readonly reason: 'limit' }
  /** The job was withdrawn, or deleted with the customer's data, while the screen waited for the result. */
  | { readonly state: 'gone' }
)

/** What a receipt's job sends. `images` are the photos' SHA-256 hashes. */
type SentReceipt = {
  readonly storeId: number
  readonly receiptNo: string
  readonly amount: number
  /** ISO 8601 with a time zone. */
  readonly purchasedAt: string
  readonly images: readonly string[]
  /** When the customer made the receipt, by which the server judges it; missing if the job does not say so. */
  readonly at?: string
}

/** A job, or the outcome of one, as it is shown to the customer. Times are in milliseconds since 1970. */
export type JobView = {
  readonly id: string
  readonly route: AppCallName
  readonly createdAt: number
  /** Id of the receipt that the job changes; null for other jobs. */
  readonly subject: string | null
  /**
   * `queued`, `sending` and `refused` are jobs on this phone. `received`, `withdrawn` and `replaced` are
   * outcomes: the server has the write, the customer deleted the job, or a newer job has replaced it.
   */
  readonly state: 'queued' | 'sending' | 'refused' | 'received' | 'withdrawn' | 'replaced'
  /**
   * Why a queued job is not being sent. `turn`: an older job is sent first. `gateway`: something else answers instead of
   * our server. `blocked`: it has refused this job after more than a day of waiting. `server`: our server, or a gateway for
   * it, cannot take it now.
   * `storage`: the phone cannot record that the job is being sent.
   * Null if the job is due now, or is not queued.
   */
  readonly waitsFor: 'turn' | 'network' | 'gateway' | 'blocked' | 'server' | 'sign-in' | 'storage' | null
  /** When the next attempt is due; null if unknown. */
  readonly nextTryAt: number | null
  /** False if the job exists only in this page's memory, so that it is lost when the page closes. */
  readonly kept: boolean
  /** Upload progress from 0 to 1; null if nothing is being uploaded. */
  readonly progress: number | null
  readonly failure: Failure | null
  /** True if the job is older than seven days. It is then sent only with the customer's consent. */
  readonly expired: boolean
  /** True if the server was restored from a backup without the receipt, and the customer has not decided yet. */
  readonly lost: boolean
  /** When the outcome became known; null for a job. */
  readonly settledAt: number | null
  /** True if a screen has already shown the outcome. False for a job. */
  readonly shown: boolean
  /** How often the job was sent; 0 for an outcome. */
  readonly tries: number
  /** What the job sends, if it creates or corrects a receipt; otherwise null. */
  readonly receipt: SentReceipt | null
  /** What the job sends, if it answers a question; otherwise null. */
  readonly answer: { readonly text: string; readonly questionId: string | null } | null
  /** The fields that the job changes, if it changes the profile; otherwise null. */
  readonly profile: BodyInput<'putCustomer'> | null
  /** Whether the customer will attend the concert, if the job says so; otherwise null. */
  readonly attend: boolean | null
}

type Times = Pick<Env, 'now' | 'serverNow'>

/** Returns the owner's jobs as screens show them, oldest first. */
export function viewsOf(state: State, owner: string | null, times: Times): readonly JobView[] {
  const first = new Set(inLine(state.jobs.values(), owner))
  return [...state.jobs.values()]
    .filter(job => job.owner === owner)
    .map(job => viewOf(state, job, { ...times, first: first.has(job) }))
}

/** What a pause means to the customer. For a defect, the outbox screen shows an error. The others end within seconds. */
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
    tries: job.attempts,
  }
}

/**
 * True if something between the phone and our server refuses the job. A status that does not say so counts if our server
 * has answered other calls.
 */
const isBlocked = ({ failure }: Job): boolean =>
  isRefusedOnTheWay(failure) || (failure?.kind === 'portal' && (failure.alone ?? 0) >= BLOCKED_AFTER_TRIES)

/** Returns the outcomes of the owner's jobs, newest first. */
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
      tries: 0,
    }))

/**
 * Returns the result of a write for the screen that waits for it; null if it is not known yet. `late` is true if
 * the screen should not wait any longer.
 */
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

/** Returns the parts of the job's body that screens show. */
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
