import { BOUNCE_WINDOW_MS, LOGINS_MAX, LOOP_WINDOW_MS, RELOADS_MAX } from './limits.ts'

/** What this tab did lately, kept through reloads, so that nothing goes round in circles. Moments in ms since 1970. */
export type Guards = {
  readonly reloads: readonly number[]
  readonly logins: readonly number[]
  readonly bouncedAt: number | null
  readonly addFriendAt: number | null
}

export const noGuards: Guards = { reloads: [], logins: [], bouncedAt: null, addFriendAt: null }

/** As if everything had just been tried: for a tab that cannot remember what it tries. */
export const exhaustedGuards = (now: number): Guards => ({
  reloads: Array(RELOADS_MAX).fill(now),
  logins: Array(LOGINS_MAX).fill(now),
  bouncedAt: now,
  addFriendAt: now,
})

const recent = (moments: readonly number[], now: number): readonly number[] =>
  moments.filter(at => Math.abs(now - at) < LOOP_WINDOW_MS)

/** S4's "log out and reload", at most twice in ten minutes. Null: not again. */
export function withReload(guards: Guards, now: number): Guards | null {
  const reloads = recent(guards.reloads, now)
  return reloads.length >= RELOADS_MAX ? null : { ...guards, reloads: [...reloads, now] }
}

/** Leaving for LINE Login. Null: it was tried too often without an outcome. */
export function withLogin(guards: Guards, now: number): Guards | null {
  const logins = recent(guards.logins, now)
  return logins.length >= LOGINS_MAX ? null : { ...guards, logins: [...logins, now] }
}

/** Leaving for the campaign's address in LINE. Null: that was just tried, and the browser came back. */
export function withBounce(guards: Guards, now: number): Guards | null {
  const at = guards.bouncedAt
  return at !== null && Math.abs(now - at) < BOUNCE_WINDOW_MS ? null : { ...guards, bouncedAt: now }
}

/** Leaving for the add-friend page, once a tab. Null: the customer has been there. */
export function withAddFriend(guards: Guards, now: number): Guards | null {
  return guards.addFriendAt === null ? { ...guards, addFriendAt: now } : null
}

/** The customer asks to try again: what was tried by itself no longer counts, the reloads still do. */
export const resetForRetry = (guards: Guards): Guards => ({ ...guards, logins: [], bouncedAt: null })

/** Reads what this tab kept; anything unreadable is as if nothing had been kept. */
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
