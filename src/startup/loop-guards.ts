import { isRecent } from '#contract/recent.ts'
import { BOUNCE_WINDOW_MS, LOGINS_MAX, LOOP_WINDOW_MS, RELOADS_MAX } from './limits.ts'

/** This tab's recent attempts, kept across reloads to prevent redirect loops. Times are in milliseconds since 1970. */
export type Guards = {
  readonly reloads: readonly number[]
  readonly logins: readonly number[]
  readonly bouncedAt: number | null
  readonly addFriendAt: number | null
}

export const noGuards: Guards = { reloads: [], logins: [], bouncedAt: null, addFriendAt: null }

export const exhaustedGuards = (now: number): Guards => ({
  reloads: Array(RELOADS_MAX).fill(now),
  logins: Array(LOGINS_MAX).fill(now),
  bouncedAt: now,
  addFriendAt: now,
})

const recent = (moments: readonly number[], now: number): readonly number[] =>
  moments.filter(at => isRecent(at, now, LOOP_WINDOW_MS))

/** Returns null after two reloads in ten minutes (spec S4). */
export function withReload(guards: Guards, now: number): Guards | null {
  const reloads = recent(guards.reloads, now)
  return reloads.length >= RELOADS_MAX ? null : { ...guards, reloads: [...reloads, now] }
}

/** Returns null after too many visits to LINE Login without a result. */
export function withLogin(guards: Guards, now: number): Guards | null {
  const logins = recent(guards.logins, now)
  return logins.length >= LOGINS_MAX ? null : { ...guards, logins: [...logins, now] }
}

/** Returns null if opening LINE has just led back to this page. */
export function withBounce(guards: Guards, now: number): Guards | null {
  const at = guards.bouncedAt
  return at !== null && isRecent(at, now, BOUNCE_WINDOW_MS) ? null : { ...guards, bouncedAt: now }
}

export function withAddFriend(guards: Guards, now: number): Guards | null {
  return guards.addFriendAt === null ? { ...guards, addFriendAt: now } : null
}

/** "Try again" resets the logins and the attempts to open LINE, but not the reloads. */
export const resetForRetry = (guards: Guards): Guards => ({ ...guards, logins: [], bouncedAt: null })

export function parseGuards(text: string | null): Guards {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return noGuards
    const { reloads, logins, bouncedAt, addFriendAt } = stored as Record<string, unknown>
    return {
      reloads: toMoments(reloads),
      logins: toMoments(logins),
      bouncedAt: toMoment(bouncedAt),
      addFriendAt: toMoment(addFriendAt),
    }
  } catch {
    return noGuards
  }
}

const toMoment = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
const toMoments = (value: unknown): number[] =>
  Array.isArray(value) ? value.flatMap(item => toMoment(item) ?? []) : []
