import { ACTIVITY_TIMEOUT_MS, LINE_HOLD_MS, LINE_TIMEOUT_MS, SIGN_IN_TIMEOUT_MS } from './limits.ts'
import type { Step } from './types.ts'

/** The party a run is waiting for, and the deadline for its response (phone's clock, milliseconds since 1970). */
export type Waiting = { readonly on: 'server' | 'line'; readonly until: number }

const longest: { readonly [S in Step]: readonly [on: Waiting['on'], ms: number] | null } = {
  activity: ['server', ACTIVITY_TIMEOUT_MS],
  init: ['line', LINE_HOLD_MS + LINE_TIMEOUT_MS],
  friendship: ['line', LINE_TIMEOUT_MS],
  profile: ['line', LINE_TIMEOUT_MS],
  login: ['server', SIGN_IN_TIMEOUT_MS],
  provisional: ['server', SIGN_IN_TIMEOUT_MS],
  away: null,
  settled: null,
}

export function waitingIn(step: Step, now: number): Waiting | null {
  const wait = longest[step]
  return wait && { on: wait[0], until: now + wait[1] }
}
