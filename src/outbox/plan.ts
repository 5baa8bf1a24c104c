import type { Lane } from '#contract/request.ts'
import { expiredJob, inLine, type Job, laneOf, revivedJob } from './job.ts'
import { JOB_MAX_AGE_MS } from './limits.ts'
import { pauseOf } from './pauses.ts'
import {
  type Change,
  type Command,
  doing,
  type Env,
  LOG_LANE,
  only,
  type State,
  sendingLogs,
} from './state.ts'

/** While the server is unreachable, sends one job at a time as a probe, each time a different one. */
export function plan(before: State, env: Env): Change {
  if (before.loaded === 'no' || before.owner === null) return only(before, { do: 'wait', until: null })
  const revived = revive(before, env)
  const { state, commands } = expire(revived.state, env, revived.commands)
  const all = pauseOf(state.pauses, 'all', env.now)
  if (all) return only(state, ...commands, { do: 'wait', until: all.until })
  return claim(state, commands, env)
}

type Candidate = { readonly id: string; readonly lane: Lane; readonly job: Job | null }

function claim(before: State, expired: readonly Command[], { now }: Env): Change {
  let state = before
  const commands: Command[] = [...expired]
  const probing = state.failures > 0
  const times: number[] = []
  const busy = new Set<Lane>([...state.active.values()].map(({ lane }) => lane))
  const mayStart = () => !probing || busy.size === 0
  const jobs = inLine(before.jobs.values(), before.owner)
  const line: Candidate[] = jobs.map(job => ({ id: job.id, lane: laneOf(job), job }))
  if (before.logs.waiting) line.push({ id: LOG_LANE, lane: LOG_LANE, job: null })
  const lastTry = ({ id }: Candidate) => before.unanswered.indexOf(id)
  for (const { id, lane, job } of line.sort((a, b) => lastTry(a) - lastTry(b))) {
    if (before.active.has(id)) continue
    const until = untilOf(before, id, lane, now)
    if (until > 0) times.push(until)
    else if (!busy.has(lane) && mayStart()) {
      busy.add(lane)
      state = job ? doing(state, job, 'claiming', null) : sendingLogs(state)
      commands.push(job ? { do: 'claim', id } : { do: 'send-logs' })
    }
  }
  return only(state, ...commands, { do: 'wait', until: times.length === 0 ? null : Math.min(...times) })
}

/** Returns when the owner's first job may be sent; null if one may be sent now. */
export function pausedUntil(state: State, now: number): number | null {
  const all = pauseOf(state.pauses, 'all', now)?.until ?? 0
  const times = inLine(state.jobs.values(), state.owner).map(job =>
    Math.max(all, untilOf(state, job.id, laneOf(job), now)),
  )
  const first = Math.min(...times)
  return first > 0 && Number.isFinite(first) ? first : null
}

const untilOf = ({ pauses }: State, id: string, lane: Lane, now: number): number =>
  Math.max(pauseOf(pauses, `job:${id}`, now)?.until ?? 0, pauseOf(pauses, `lane:${lane}`, now)?.until ?? 0)

const isTooOld = ({ createdAt }: Job, { serverNow }: Env): boolean => serverNow - createdAt > JOB_MAX_AGE_MS

function expire(state: State, env: Env, commands: readonly Command[]): Change {
  const old = [...state.jobs.values()].filter(
    job =>
      job.owner === state.owner &&
      job.state !== 'dead' &&
      !state.active.has(job.id) &&
      pauseOf(state.pauses, `job:${job.id}`, env.now)?.why !== 'tab' &&
      isTooOld(job, env),
  )
  return written(state, old.map(expiredJob), commands)
}

/** Requeues jobs that expired only because the phone's clock was wrong. */
function revive(state: State, env: Env): Change {
  const young = [...state.jobs.values()].filter(
    job => job.owner === state.owner && job.expired && !state.revived.has(job.id) && !isTooOld(job, env),
  )
  const revived = new Set([...state.revived, ...young.map(({ id }) => id)])
  return written({ ...state, revived }, young.map(revivedJob), [])
}

function written(state: State, changed: readonly Job[], before: readonly Command[]): Change {
  if (changed.length === 0) return only(state, ...before)
  const jobs = new Map(state.jobs)
  for (const job of changed) jobs.set(job.id, job)
  return only({ ...state, jobs }, ...before, ...changed.map(job => ({ do: 'write', job }) as const))
}
