import { isWaiting } from '#contract/recent.ts'
import type { Lane } from '#contract/request.ts'
import { MAX_WAIT_MS } from './limits.ts'

/** What a pause applies to: the whole queue, a lane, or one job. */
export type PauseKey = 'all' | `lane:${Lane}` | `job:${string}`

/**
 * Why nothing is sent during a pause.
 * `network`: the server could not be reached. `gateway`: something else answered in its place. `server`: the server, or
 * a gateway for it, answered that it cannot take the job now. `sign-in`: the session has expired. `tab`: another tab is sending the job. `storage`: the phone's database
 * does not answer. `defect`: a defect of the app has stopped the last attempt. `batch`: more log events may follow.
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

/** A period in which something is not sent, by the phone's clock in milliseconds since 1970. */
export type Pause = {
  readonly from: number
  readonly until: number
  readonly why: PauseReason
  /** True if the server has named the time (`Retry-After`), so that a wake-up must not shorten the pause. */
  readonly fixed: boolean
  /** For `tab`: the upload progress in the other tab, from 0 to 1; null if unknown. */
  readonly progress: number | null
}

/** All pauses. This is the only place where the outbox waits. */
export type Pauses = ReadonlyMap<PauseKey, Pause>

export const pauseFor = (
  now: number,
  ms: number,
  why: PauseReason,
  more: { readonly fixed?: boolean; readonly progress?: number | null } = {},
): Pause => ({ from: now, until: now + ms, why, fixed: more.fixed ?? false, progress: more.progress ?? null })

/**
 * True while the pause lasts. If the phone's clock was set back to before the start of the pause, or the end is
 * further away than any wait of this app, the clock was changed and the pause counts as over.
 */
export const isOn = (pause: Pick<Pause, 'from' | 'until'>, now: number): boolean =>
  pause.from <= now && isWaiting(pause.until, now, MAX_WAIT_MS)

/** Returns the pause under this key, or null if there is none or it is over. */
export function pauseOf(pauses: Pauses, key: PauseKey, now: number): Pause | null {
  const pause = pauses.get(key)
  return pause !== undefined && isOn(pause, now) ? pause : null
}

export const isOfJob = (key: PauseKey): key is `job:${string}` => key.startsWith('job:')

/** Returns a copy of the table with this pause; null removes it. */
export function withPause(pauses: Pauses, key: PauseKey, pause: Pause | null): Pauses {
  const next = new Map(pauses)
  if (pause === null) next.delete(key)
  else next.set(key, pause)
  return next
}
