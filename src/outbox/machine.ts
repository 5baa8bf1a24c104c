/**
 * The outbox's state machine: a pure function (state, event) -> (state, commands). `runner.ts` holds the state,
 * `commands.ts` carries out the commands and dispatches their results as events. The life of one job, as one tab
 * sees it:
 *
 *            due: claim            claimed: send          received: finish
 *   queued ─────────────► claiming ─────────────► sending ─────────────────► received
 *    ▲ ▲                     │ another tab has it,   │ │
 *    │ │                     │ or no database        │ │ failed: refused
 *    │ └─────────────────────┴───────────────────────┘ └──────────────► dead
 *    │   failed: pause the job, its lane or all                          │ │
 *    └───────────────────────── changed: send again ─────────────────────┘ │
 *   queued (never sent), dead ── changed: deleted or corrected ──► withdrawn, replaced
 *
 * What a failure does (classes from `classify.ts`):
 *
 *   | class     | job            | pause                                             | command        |
 *   |-----------|----------------|---------------------------------------------------|----------------|
 *   | unreached | queued         | all, then another as a probe; job if it was first | write          |
 *   | later     | queued         | job; its lane after a 429                         | write          |
 *   | photos    | queued         | job (dead if the photos are gone for good)        | write          |
 *   | sign-in   | queued         | all until a new session starts                    | write, renew   |
 *   | needs-you | dead           | none                                              | write          |
 *
 * After each event, `plan` claims every job that is due: one per lane, in order, and returns when to check again.
 */

import { assertNever } from '#contract/assert-never.ts'
import { classify, isRefusedOnTheWay, retryAfterOf } from './classify.ts'
import { isOverdue, type Job, laneOf, outcomeOf } from './job.ts'
import { BACKOFF_CAP_MS, BACKOFF_FLOOR_MS, CLAIM_MS, LOG_DELAY_MS, STORAGE_RETRY_MS } from './limits.ts'
import { isOfJob, type PauseReason, type Pauses, pauseFor, pauseOf, withPause } from './pauses.ts'
import { pausedUntil, plan } from './plan.ts'
import {
  type Change,
  type Command,
  delay,
  doing,
  type Env,
  idle,
  LOG_LANE,
  needSignIn,
  type OutboxEvent,
  only,
  paused,
  reached,
  requeued,
  type Snapshot,
  type State,
  settled,
  signedIn,
  sorted,
  unclaimed,
  unreached,
  whyOf,
  withClaim,
  without,
} from './state.ts'

type Transitions = {
  readonly [T in OutboxEvent['type']]: (
    state: State,
    event: Extract<OutboxEvent, { type: T }>,
    env: Env,
  ) => Change
}

const LOG_PAUSE = `lane:${LOG_LANE}` as const

const transitions: Transitions = {
  // The next customer may have a valid session, so end a pause for a sign-in.
  'owner-changed': (state, { owner }) => only({ ...signedIn(state), owner }),
  'session-renewed': state => only(signedIn(state)),
  loaded: load,
  'not-loaded': state => only({ ...state, loaded: 'failed' }),
  changed: (state, { job, saved = true, removed = [], outcomes = [] }, { tab }) => {
    const jobs = without(state.jobs, removed)
    const unsaved = new Set([...state.unsaved].filter(id => !removed.includes(id)))
    if (job !== undefined) {
      jobs.set(job.id, job)
      if (saved) unsaved.delete(job.id)
      else unsaved.add(job.id)
    }
    const known = new Map([...state.outcomes, ...outcomes.map(outcome => [outcome.id, outcome] as const)])
    const ended = job?.notBefore === 0 ? withPause(state.pauses, `job:${job.id}`, null) : state.pauses
    const pauses = job === undefined ? ended : withClaim(ended, job, tab)
    return only({ ...state, jobs: sorted(jobs), unsaved, outcomes: known, pauses })
  },
  claimed: (state, { job }, { serverNow }) => {
    const jobs = sorted(new Map(state.jobs).set(job.id, job))
    if (job.owner !== state.owner)
      return only({ ...idle(state, job.id), jobs }, { do: 'write', job: unclaimed(job) })
    const send = { do: 'send', job, isOverdue: isOverdue(job, serverNow) } as const
    return only(doing({ ...state, jobs }, job, 'sending', null), send)
  },
  'not-claimed': (state, { id, job }, { tab }) => {
    const next = idle(state, id)
    if (job === null) return only({ ...next, jobs: without(state.jobs, [id]) }, { do: 'reload' })
    const jobs = sorted(new Map(state.jobs).set(id, job))
    return only({ ...next, jobs, pauses: withClaim(state.pauses, job, tab) })
  },
  stopped: (state, { id, why }, { now }) => {
    const wait = why === 'storage' ? STORAGE_RETRY_MS : BACKOFF_CAP_MS.visible
    return only(paused(idle(state, id), `job:${id}`, pauseFor(now, wait, why)))
  },
  progressed: (state, { id, progress }) => {
    const job = state.jobs.get(id)
    return only(job && state.active.has(id) ? doing(state, job, 'sending', progress) : state)
  },
  received: (state, { job, answer }, { now }) => {
    const epoch = answer !== null && 'epoch' in answer ? (answer.epoch ?? null) : null
    const outcome = { ...outcomeOf(job, 'received', now), epoch }
    const next = reached(settled(idle(state, job.id), outcome))
    const delivered = { id: job.id, owner: job.owner, route: job.route, answer }
    return only(next, { do: 'finish', job, outcome }, { do: 'deliver', delivered })
  },
  failed: fail,
  'sent-elsewhere': (state, { id, progress }, { now }) =>
    only(
      state.active.has(id) ? state : paused(state, `job:${id}`, pauseFor(now, CLAIM_MS, 'tab', { progress })),
    ),
  woken: (state, { customer }, { now }) => {
    const pauses = new Map(state.pauses)
    for (const [key, pause] of pauses) {
      if (pause.fixed || !hintable.has(pause.why)) continue
      // A wake-up without a tap shortens only the pause of the whole queue, and not below the minimum delay.
      const until = customer ? now : key === 'all' ? pause.from + BACKOFF_FLOOR_MS : pause.until
      pauses.set(key, { ...pause, until: Math.min(pause.until, until) })
    }
    return only({ ...state, pauses })
  },
  logged: (state, { waiting, more }, { now }) => {
    const next = { ...state, logs: { ...state.logs, waiting } }
    const pause = pauseOf(state.pauses, LOG_PAUSE, now)
    if (pause !== null && pause.why !== 'batch') return only(next)
    if (!more) return only({ ...next, pauses: withPause(state.pauses, LOG_PAUSE, null) })
    const soon = pauseFor(now, LOG_DELAY_MS, 'batch')
    return only(pause !== null && pause.until <= soon.until ? next : paused(next, LOG_PAUSE, soon))
  },
  'logs-sent': (state, { asked, next, failure, session }, env) => {
    const failures = failure === null ? 0 : state.logs.failures + 1
    const sent = { ...idle(state, LOG_LANE), logs: { waiting: next !== null, failures } }
    if (failure === null) {
      const known = asked ? reached(sent) : sent
      const ms = (next ?? env.now) - env.now
      if (ms <= 0 || pauseOf(state.pauses, LOG_PAUSE, env.now)) return only(known)
      return only(paused(known, LOG_PAUSE, pauseFor(env.now, ms, 'batch')))
    }
    const wait = delay(failures + 2, failure, env)
    const fixed = retryAfterOf(failure) !== null
    const later = paused(sent, LOG_PAUSE, pauseFor(env.now, wait, whyOf(failure), { fixed }))
    // A filter may reject only log events, so do not pause the jobs.
    if (isRefusedOnTheWay(failure)) return only(later)
    const verdict = classify(failure)
    if (verdict === 'unreached') return only(unreached(later, LOG_LANE, failure, env))
    return verdict === 'sign-in' ? needSignIn(later, session, env) : only(later)
  },
  time: state => only(state),
}

/** Pauses that a wake-up or a tap can end. Neither helps if the database fails. */
const hintable: ReadonlySet<PauseReason> = new Set(['network', 'gateway', 'server'])

export function step(state: State, event: OutboxEvent, env: Env): Change {
  const handle = transitions[event.type] as (state: State, event: OutboxEvent, env: Env) => Change
  const changed = handle(state, event, env)
  const planned = plan(changed.state, env)
  return { state: planned.state, commands: [...changed.commands, ...planned.commands] }
}

/**
 * Returns the time until which a tap on "send now" would send nothing (phone's clock, milliseconds since 1970). Null if
 * a tap would send a job or one is being sent.
 */
export function heldUntil(state: State, moment: Omit<Env, 'random'>): number | null {
  const tapped = step(state, { type: 'woken', customer: true }, { ...moment, random: 0 }).state
  const sends = [...tapped.active.keys()].some(id => id !== LOG_LANE)
  return sends ? null : pausedUntil(tapped, moment.now)
}

/** Keeps this tab's own, newer state of jobs that it is sending or has just sent. */
function load(state: State, { jobs, outcomes, unsaved }: Snapshot, { now, tab }: Env): Change {
  const commands: Command[] = []
  const ids = new Set(jobs.map(({ id }) => id))
  const known = new Map(outcomes.map(outcome => [outcome.id, outcome]))
  for (const [id, outcome] of state.outcomes) if (unsavedOutcome(id)) known.set(id, outcome)
  function unsavedOutcome(id: string): boolean {
    return !known.has(id) && (ids.has(id) || state.unsaved.has(id))
  }
  let pauses: Pauses = new Map([...state.pauses].filter(([key]) => !isOfJob(key) || ids.has(key.slice(4))))
  const found = new Map<string, Job>()
  for (const job of jobs) {
    const outcome = known.get(job.id)
    if (outcome) {
      // The phone could not delete the record, or another tab has stored it again.
      commands.push({ do: 'finish', job, outcome })
      continue
    }
    // Another tab may have received a refusal while this tab's attempt is hanging.
    const mine = state.active.has(job.id) && job.state !== 'dead' ? state.jobs.get(job.id) : undefined
    found.set(job.id, mine ?? job)
    if (mine === undefined) pauses = withClaim(pauses, job, tab)
    if (!state.jobs.has(job.id) && job.notBefore > now)
      pauses = withPause(
        pauses,
        `job:${job.id}`,
        pauseFor(job.waitsFrom, job.notBefore - job.waitsFrom, whyOf(job.failure), {
          fixed: job.failure !== null && retryAfterOf(job.failure) !== null,
        }),
      )
  }
  for (const [id, { owner, route, state: end }] of known)
    if (state.loaded !== 'no' && end === 'received' && !state.outcomes.has(id))
      commands.push({ do: 'deliver', delivered: { id, owner, route, answer: null } })
  const next = {
    ...state,
    loaded: 'yes' as const,
    jobs: sorted(found),
    outcomes: known,
    unsaved: new Set(unsaved),
    pauses,
  }
  return only(next, ...commands)
}

function fail(
  before: State,
  { job, failure, photosGone, session }: Extract<OutboxEvent, { type: 'failed' }>,
  env: Env,
): Change {
  const state = idle(before, job.id)
  const tried: Job = { ...unclaimed(job), attempts: job.attempts + 1, failure }
  const verdict = classify(failure)
  // Retrying cannot succeed if neither the phone nor the server has the photos.
  const what = verdict === 'photos' && photosGone ? 'needs-you' : verdict
  switch (what) {
    case 'unreached': {
      if (failure.kind === 'aborted') return requeued(state, tried, null)
      const next = unreached(state, job.id, failure, env)
      // The first job to fail after a success may itself be the cause, so try the other jobs first.
      const all = pauseOf(next.pauses, 'all', env.now)?.until ?? env.now
      const own = pauseFor(env.now, all - env.now + delay(tried.attempts, null, env), whyOf(failure))
      return requeued(next, tried, next.failures === 1 ? own : null)
    }
    case 'later':
    case 'photos': {
      const retryAfter = retryAfterOf(failure)
      const wait = delay(tried.attempts, failure, env)
      const pause = pauseFor(env.now, wait, 'server', { fixed: retryAfter !== null })
      const limited = failure.kind === 'refused' && failure.status === 429
      const next = limited ? paused(state, `lane:${laneOf(job)}`, pause) : state
      return requeued(reached(next), tried, pause)
    }
    case 'sign-in': {
      // Do not count the attempt, because the server has not processed the job.
      const again = requeued(state, { ...unclaimed(job), failure }, null)
      const renewal = needSignIn(again.state, session, env)
      return { state: renewal.state, commands: [...again.commands, ...renewal.commands] }
    }
    case 'needs-you':
      return requeued(reached(state), { ...tried, state: 'dead' }, null)
    default:
      return assertNever(what)
  }
}
