import type { Answer } from '#contract/calls.ts'
import { isRecent } from '#contract/recent.ts'
import type { Lane } from '#contract/request.ts'
import type { Failure } from '#src/ports.ts'
import { backoff } from './backoff.ts'
import { retryAfterOf } from './classify.ts'
import { inOrder, type Job, laneOf, type Outcome, type QueueableRoute } from './job.ts'
import { RENEW_EVERY_MS } from './limits.ts'
import {
  type Pause,
  type PauseKey,
  type PauseReason,
  type Pauses,
  pauseFor,
  pauseOf,
  withPause,
} from './pauses.ts'

/** `progress` is from 0 to 1, or null if unknown. */
export type Activity = {
  readonly step: 'claiming' | 'sending'
  readonly lane: Lane
  readonly progress: number | null
}

export type State = {
  /** Only this customer's jobs are sent. */
  readonly owner: string | null
  /** `failed`: the last read failed, so this tab may not know recently stored jobs. */
  readonly loaded: 'no' | 'failed' | 'yes'
  /** The jobs of all customers on this phone, in sending order. */
  readonly jobs: ReadonlyMap<string, Job>
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly unsaved: ReadonlySet<string>
  /** What this tab is sending, by job id or `LOG_LANE`. */
  readonly active: ReadonlyMap<string, Activity>
  readonly pauses: Pauses
  /** Consecutive attempts that did not reach the server. Above 0, one job at a time is sent as a probe. */
  readonly failures: number
  /**
   * The ids sent by those attempts, most recent last. The next probe is another job, or else the first of these, so
   * that a job that a filter always rejects does not block the others.
   */
  readonly unanswered: readonly string[]
  /** Expired jobs that this tab has requeued, each only once, so that two tabs do not undo each other's changes. */
  readonly revived: ReadonlySet<string>
  /** When this tab last tried to renew the session (milliseconds since 1970). */
  readonly renewedAt: number
  readonly logs: { readonly waiting: boolean; readonly failures: number }
}

/** The lane for log events. Also used as the id of their batch in `active`. */
export const LOG_LANE = 'log' satisfies Lane

export const initialState: State = {
  owner: null,
  loaded: 'no',
  jobs: new Map(),
  outcomes: new Map(),
  unsaved: new Set(),
  active: new Map(),
  pauses: new Map(),
  failures: 0,
  unanswered: [],
  revived: new Set(),
  renewedAt: Number.NEGATIVE_INFINITY,
  logs: { waiting: false, failures: 0 },
}

export type Snapshot = {
  readonly jobs: readonly Job[]
  readonly outcomes: readonly Outcome[]
  readonly unsaved: readonly string[]
}

export type OutboxEvent =
  | { readonly type: 'owner-changed'; readonly owner: string | null }
  | ({ readonly type: 'loaded' } & Snapshot)
  | { readonly type: 'not-loaded' }
  /** The customer has changed a job, or a record was read or written. `removed` contains the ids of deleted jobs. */
  | {
      readonly type: 'changed'
      readonly job?: Job
      readonly saved?: boolean
      readonly removed?: readonly string[]
      readonly outcomes?: readonly Outcome[]
    }
  | { readonly type: 'claimed'; readonly job: Job }
  /** `job` is the stored record; null if it no longer exists. */
  | { readonly type: 'not-claimed'; readonly id: string; readonly job: Job | null }
  /** Not claimed because the database failed, or not sent because of a bug. */
  | { readonly type: 'stopped'; readonly id: string; readonly why: 'storage' | 'defect' }
  | { readonly type: 'progressed'; readonly id: string; readonly progress: number }
  | { readonly type: 'received'; readonly job: Job; readonly answer: Answer<QueueableRoute> | null }
  /** `session` is the number of the session that sent the job. */
  | {
      readonly type: 'failed'
      readonly job: Job
      readonly failure: Failure
      readonly photosGone: boolean
      readonly session: number
    }
  | { readonly type: 'sent-elsewhere'; readonly id: string; readonly progress: number | null }
  | { readonly type: 'session-renewed' }
  /** Sending may succeed now. `customer` is true if the customer tapped “send now”. */
  | { readonly type: 'woken'; readonly customer: boolean }
  /** `waiting` is true if log events are queued. `more` is true if an event was just added and others may follow. */
  | { readonly type: 'logged'; readonly waiting: boolean; readonly more: boolean }
  /** The result of `LogQueue.send`. */
  | {
      readonly type: 'logs-sent'
      readonly asked: boolean
      readonly next: number | null
      readonly failure: Failure | null
      readonly session: number
    }
  | { readonly type: 'time' }

/** `answer` is null if another tab has sent the job, or if the specification does not define the response. */
export type Delivered = Pick<Job, 'id' | 'owner' | 'route'> & {
  readonly answer: Answer<QueueableRoute> | null
}

export type Command =
  | { readonly do: 'claim'; readonly id: string }
  | { readonly do: 'send'; readonly job: Job; readonly isOverdue: boolean }
  /** Does nothing if the job no longer exists. */
  | { readonly do: 'write'; readonly job: Job }
  | { readonly do: 'finish'; readonly job: Job; readonly outcome: Outcome }
  | { readonly do: 'deliver'; readonly delivered: Delivered }
  | { readonly do: 'reload' }
  | { readonly do: 'renew'; readonly session: number }
  | { readonly do: 'send-logs' }
  /** Dispatches a `time` event at this time. Null cancels the timer. */
  | { readonly do: 'wait'; readonly until: number | null }

export type Env = {
  readonly now: number
  /** The server's time, or `now` if unknown. Used for the age of jobs. */
  readonly serverNow: number
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number
  readonly visible: boolean
  readonly session: number
  readonly tab: string
}

export type Change = { readonly state: State; readonly commands: readonly Command[] }
export const only = (state: State, ...commands: Command[]): Change => ({ state, commands })

export const sorted = (jobs: ReadonlyMap<string, Job>): ReadonlyMap<string, Job> =>
  new Map([...jobs.values()].sort(inOrder).map(job => [job.id, job]))

export function without(jobs: ReadonlyMap<string, Job>, ids: readonly string[]): Map<string, Job> {
  const rest = new Map(jobs)
  for (const id of ids) rest.delete(id)
  return rest
}

export const paused = (state: State, key: PauseKey, pause: Pause): State => ({
  ...state,
  pauses: withPause(state.pauses, key, pause),
})

export const doing = (state: State, job: Job, doingNow: Activity['step'], progress: number | null): State =>
  busy(state, job.id, { step: doingNow, lane: laneOf(job), progress })

export const sendingLogs = (state: State): State =>
  busy(state, LOG_LANE, { step: 'sending', lane: LOG_LANE, progress: null })

const busy = (state: State, id: string, activity: Activity): State => ({
  ...state,
  active: new Map(state.active).set(id, activity),
})

export function idle(state: State, id: string): State {
  const active = new Map(state.active)
  active.delete(id)
  return { ...state, active }
}

export function reached(state: State): State {
  const waits = state.pauses.has('all') && state.pauses.get('all')?.why !== 'sign-in'
  const pauses = waits ? withPause(state.pauses, 'all', null) : state.pauses
  return { ...state, failures: 0, unanswered: [], pauses }
}

export function signedIn(state: State): State {
  const pauses =
    state.pauses.get('all')?.why === 'sign-in' ? withPause(state.pauses, 'all', null) : state.pauses
  return { ...state, pauses }
}

/** Pauses the queue, for longer after each failure. */
export function unreached(state: State, id: string, failure: Failure, env: Env): State {
  const failures = state.failures + 1
  const unanswered = [...state.unanswered.filter(other => other !== id), id]
  const retryAfter = retryAfterOf(failure)
  const wait = delay(failures, failure, env)
  const pause = pauseFor(env.now, wait, whyOf(failure), { fixed: retryAfter !== null })
  // A pause for a sign-in must last even if the server becomes reachable again.
  const keeps = pauseOf(state.pauses, 'all', env.now)?.why === 'sign-in'
  return { ...(keeps ? state : paused(state, 'all', pause)), failures, unanswered }
}

/** Renews the session unless a newer one exists or a renewal was just tried. */
export function needSignIn(state: State, session: number, env: Env): Change {
  if (session !== env.session) return only(state)
  const next = paused(state, 'all', pauseFor(env.now, RENEW_EVERY_MS, 'sign-in', { fixed: true }))
  if (isRecent(state.renewedAt, env.now, RENEW_EVERY_MS)) return only(next)
  return only({ ...next, renewedAt: env.now }, { do: 'renew', session })
}

export function settled(state: State, outcome: Outcome): State {
  const unsaved = new Set(state.unsaved)
  unsaved.delete(outcome.id)
  return {
    ...state,
    jobs: without(state.jobs, [outcome.id]),
    outcomes: new Map(state.outcomes).set(outcome.id, outcome),
    unsaved,
    pauses: withPause(state.pauses, `job:${outcome.id}`, null),
  }
}

export function requeued(state: State, job: Job, pause: Pause | null): Change {
  const stored = { ...job, waitsFrom: pause?.from ?? 0, notBefore: pause?.until ?? 0 }
  // The customer's data was deleted, or another tab has sent the job.
  if (!state.jobs.has(job.id)) return only(state)
  const jobs = new Map(state.jobs).set(job.id, stored)
  const pauses = withPause(state.pauses, `job:${job.id}`, pause)
  return only({ ...state, jobs, pauses }, { do: 'write', job: stored })
}

export const unclaimed = (job: Job): Job => ({ ...job, state: 'queued', claim: null })

export function withClaim(pauses: Pauses, { id, claim, state }: Job, tab: string): Pauses {
  const key: PauseKey = `job:${id}`
  const known = pauses.get(key)
  if (claim === null || claim.tab === tab || state !== 'sending')
    return known?.why === 'tab' ? withPause(pauses, key, null) : pauses
  // The other tab may have announced a later end of its claim than the stored one.
  const progress = known?.why === 'tab' ? known.progress : null
  const until = known?.why === 'tab' ? Math.max(known.until, claim.until) : claim.until
  return withPause(pauses, key, { ...pauseFor(claim.from, until - claim.from, 'tab'), progress })
}

export function whyOf(failure: Failure | null): PauseReason {
  if (failure?.kind === 'refused') return 'server'
  if (failure?.kind !== 'portal') return 'network'
  const { status } = failure
  // 511 is the status of a Wi-Fi network's sign-in page (RFC 6585).
  return status === 408 || status === 429 || (status >= 500 && status !== 511) ? 'server' : 'gateway'
}

export const delay = (failures: number, failure: Failure | null, { random, visible }: Env): number =>
  backoff(failures, random, { visible, retryAfter: failure === null ? null : retryAfterOf(failure) })
