import { isWaiting } from '#contract/recent.ts'
import type { Lane } from '#contract/request.ts'
import { MAX_WAIT_MS } from './limits.ts'

export type PauseKey = 'all' | `lane:${Lane}` | `job:${string}`

/**
 * `gateway`: something other than our server responded. `server`: our server, or a gateway in front of it, is
 * overloaded or down. `tab`: another tab is sending the job. `storage`: the database failed. `defect`: a bug stopped
 * the last attempt. `batch`: more log events may follow.
 */
export type PauseReason =
  | 'network'
  | 'gateway'
  | 'server'
  | 'sign-in'
  | 'tab'
  | 'storage'
  | 'defect'
  | 'batch'

/** Times are by the phone's clock, in milliseconds since 1970. */
export type Pause = {
  readonly from: number
  readonly until: number
  readonly why: PauseReason
  /** True if a wake-up must not shorten the pause, for example after `Retry-After`. */
  readonly fixed: boolean
  /** The other tab's upload progress, from 0 to 1. */
  readonly progress: number | null
}

export type Pauses = ReadonlyMap<PauseKey, Pause>

export const pauseFor = (
  now: number,
  ms: number,
  why: PauseReason,
  more: { readonly fixed?: boolean; readonly progress?: number | null } = {},
): Pause => ({ from: now, until: now + ms, why, fixed: more.fixed ?? false, progress: more.progress ?? null })

/** Ignores a pause that starts in the future or is too long, because the phone's clock was changed. */
export const isOn = (pause: Pick<Pause, 'from' | 'until'>, now: number): boolean =>
  pause.from <= now && isWaiting(pause.until, now, MAX_WAIT_MS)

export function pauseOf(pauses: Pauses, key: PauseKey, now: number): Pause | null {
  const pause = pauses.get(key)
  return pause !== undefined && isOn(pause, now) ? pause : null
}

export const isOfJob = (key: PauseKey): key is `job:${string}` => key.startsWith('job:')

export function withPause(pauses: Pauses, key: PauseKey, pause: Pause | null): Pauses {
  const next = new Map(pauses)
  if (pause === null) next.delete(key)
  else next.set(key, pause)
  return next
}
