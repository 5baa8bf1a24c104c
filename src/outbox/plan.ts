import type { Lane } from '#contract/request.ts'
import { expiredJob, inLine, type Job, laneOf } from './job.ts'
import { JOB_MAX_AGE_MS } from './limits.ts'
import { pauseOf } from './pauses.ts'
import { type Change, type Command, doing, type Env, only, type State } from './state.ts'

/**
 * Claims the jobs that are due: the oldest of each lane that is not paused and does not have to wait for an older
 * job on the same subject. While the server is unreachable, only one job is sent, as a probe.
 */
export function plan(before: State, env: Env): Change {
  if (before.loaded === 'no' || before.owner === null) return only(before, { do: 'wait', until: null })
  const { state, commands } = expire(before, env)
  const all = pauseOf(state.pauses, 'all', env.now)
  if (all) return only(state, ...commands, { do: 'wait', until: all.until })
  return claim(state, commands, env)
}

function claim(before: State, expired: readonly Command[], { now }: Env): Change {
  let state = before
  const commands: Command[] = [...expired]
  const probing = state.failures > 0
  const times: number[] = []
  const busy = new Set<Lane>([...state.active.values()].map(({ lane }) => lane))
  const mayStart = () => !probing || (busy.size === 0 && !state.logs.sending)
  for (const job of inLine(before.jobs.values(), before.owner)) {
    if (before.active.has(job.id)) continue
    const lane = laneOf(job)
    const until = Math.max(untilOf(before, job, now), 0)
    if (until > 0) times.push(until)
    else if (!busy.has(lane) && mayStart()) {
      busy.add(lane)
      state = doing(state, job, 'claiming', null)
      commands.push({ do: 'claim', id: job.id })
    }
  }
  if (state.logs.waiting && !state.logs.sending) {
    const pause = pauseOf(state.pauses, 'lane:log', now)
    if (pause) times.push(pause.until)
    else if (mayStart()) {
      state = { ...state, logs: { ...state.logs, sending: true } }
      commands.push({ do: 'send-logs' })
    }
  }
  return only(state, ...commands, { do: 'wait', until: times.length === 0 ? null : Math.min(...times) })
}

/** Returns when the pauses of a job and its lane end; 0 if there are none. */
const untilOf = ({ pauses }: State, job: Job, now: number): number =>
  Math.max(
    pauseOf(pauses, `job:${job.id}`, now)?.until ?? 0,
    pauseOf(pauses, `lane:${laneOf(job)}`, now)?.until ?? 0,
  )

/** Asks the customer about the jobs that are too old to be sent without asking. */
function expire(state: State, { now }: Env): Change {
  const old = [...state.jobs.values()].filter(
    job =>
      job.owner === state.owner &&
      job.state !== 'dead' &&
      !state.active.has(job.id) &&
      pauseOf(state.pauses, `job:${job.id}`, now)?.why !== 'tab' &&
      now - job.createdAt > JOB_MAX_AGE_MS,
  )
  if (old.length === 0) return only(state)
  const expired = old.map(expiredJob)
  const jobs = new Map(state.jobs)
  for (const job of expired) jobs.set(job.id, job)
  return only({ ...state, jobs }, ...expired.map(job => ({ do: 'write', job }) as const))
}
