import { assertNever } from '#contract/assert-never.ts'
import { isWaiting } from '#contract/recent.ts'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import { addFriendAddress, lineAddress } from '#src/startup/launch.ts'
import { resetForRetry } from '#src/startup/loop-guards.ts'
import { noNetwork } from '#src/startup/obstacle.ts'
import { interrupted, settle, withCommandsFirst, withoutLine } from '#src/startup/outcomes.ts'
import type { Phase, SignedOutReason } from '#src/startup/phase.ts'
import type { Command, Next, StartupState } from '#src/startup/types.ts'
import { again } from './activity.ts'

/** LINE did not open, or the network is down. */
export function onStillHere(state: StartupState): Next {
  const { phase, facts } = state
  if (phase.kind !== 'leaving') return { state, commands: [] }
  switch (phase.to) {
    case 'line':
      return settle(state, { kind: 'not-in-line', url: lineAddress(facts.liffId, facts.launch) })
    case 'add-friend':
      return settle(state, { kind: 'add-friend', url: addFriendAddress(facts.oaId), last: null })
    case 'login':
      return withoutLine(state, null)
    case 'reload':
      return interrupted(state, noNetwork)
    default:
      return assertNever(phase.to)
  }
}

export function onReturned(state: StartupState, now: number): Next {
  const waits = isWaiting(state.obstacle?.until ?? 0, now, MAX_WAIT_MS)
  return state.phase.kind === 'add-friend' && !waits ? again(state) : { state, commands: [] }
}

export function onNetwork(state: StartupState): Next {
  return state.obstacle !== null ? again(state) : { state, commands: [] }
}

export function onAsked(state: StartupState): Next {
  const { obstacle, askedUntil: until, phase } = state
  if (obstacle === null || until === obstacle.until) return { state, commands: [] }
  return {
    state: { ...state, obstacle: { ...obstacle, until }, phase: askedPhase(phase, until) },
    commands: [{ do: 'retry-later', until }],
  }
}

function askedPhase(phase: Phase, until: number | null): Phase {
  if (phase.kind === 'offline') return { ...phase, until }
  const says = phase.kind === 'add-friend' && phase.last !== null && phase.last !== 'no'
  return says ? { ...phase, last: { ...phase.last, until } } : phase
}

/** True during startup. Restarting repeats the first call, so a customer who keeps tapping would never see the app. */
export const mustWait = ({ phase, step }: StartupState): boolean =>
  phase.kind === 'starting' && step !== 'settled'

export function onRetried(state: StartupState): Next {
  if (mustWait(state)) return { state, commands: [] }
  const guards = resetForRetry(state.facts.guards)
  const launch = { ...state.facts.launch, refusedLogin: false }
  const { kind } = state.phase
  const shown = kind === 'ready' || kind === 'register' || kind === 'ended' || kind === 'add-friend'
  const phase = shown ? state.phase : ({ kind: 'starting' } as const)
  const clean: Command[] = state.facts.launch.refusedLogin ? [{ do: 'clean-address' }] : []
  const next = again({ ...state, phase, facts: { ...state.facts, guards, launch } })
  return withCommandsFirst([...clean, { do: 'store-guards', guards }], next)
}

export function onRegistered(state: StartupState, customerId: string): Next {
  const { profile } = state
  if (profile === null) return { state, commands: [] }
  const { launch } = state.facts
  return {
    state: {
      ...state,
      run: state.run + 1,
      step: 'settled',
      obstacle: null,
      entered: true,
      phase: { kind: 'ready', customerId, online: true },
      // The redirect must not apply to the next customer on this page.
      facts: { ...state.facts, launch: { ...launch, redirect: null }, cached: { customerId, profile } },
    },
    commands: [
      { do: 'welcome', customerId, profile, registered: true, joined: true },
      { do: 'go', path: launch.redirect ?? '/' },
    ],
  }
}

export function onSignedOut(state: StartupState, why: SignedOutReason): Next {
  const facts = { ...state.facts, cached: null }
  const next = { ...state, run: state.run + 1, facts, profile: null, line: null, entered: false }
  return settle(next, { kind: 'signed-out', why })
}

/**
 * Removes the cached customer from the screen. Does not restart the run, because two tabs with different LINE logins
 * would restart each other endlessly.
 */
export function onReplaced(state: StartupState): Next {
  const { facts, line } = state
  if (state.step === 'settled') return { state, commands: [] }
  const phase = state.phase.kind === 'ready' ? ({ kind: 'starting' } as const) : state.phase
  const profile = line === null ? null : state.profile
  return {
    state: { ...state, phase, profile, entered: false, facts: { ...facts, cached: null } },
    commands: [],
  }
}
