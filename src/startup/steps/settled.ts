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

/** Handlers for events after a startup run has ended, or while the browser leaves the page. */

/** Handles a page that is still visible after the app left it: LINE did not open, or the network is down. */
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

/**
 * Handles the customer's return to the page, perhaps after adding the official account as a friend. If startup was
 * interrupted and the server has asked for a pause, startup tries again after that.
 */
export function onReturned(state: StartupState, now: number): Next {
  const waits = isWaiting(state.obstacle?.until ?? 0, now, MAX_WAIT_MS)
  return state.phase.kind === 'add-friend' && !waits ? again(state) : { state, commands: [] }
}

/** Handles a restored network, or the end of the retry delay: runs startup again if it was interrupted. */
export function onNetwork(state: StartupState): Next {
  return state.obstacle !== null ? again(state) : { state, commands: [] }
}

/** Handles a time that the server has named after a run was interrupted: startup then tries again later than planned. */
export function onAsked(state: StartupState): Next {
  const { obstacle, askedUntil: until, phase } = state
  if (obstacle === null || until === obstacle.until) return { state, commands: [] }
  return {
    state: { ...state, obstacle: { ...obstacle, until }, phase: askedPhase(phase, until) },
    commands: [{ do: 'retry-later', until }],
  }
}

/** Returns the phase that says until when the server has asked startup to wait. */
function askedPhase(phase: Phase, until: number | null): Phase {
  if (phase.kind === 'offline') return { ...phase, until }
  const says = phase.kind === 'add-friend' && phase.last !== null && phase.last !== 'no'
  return says ? { ...phase, last: { ...phase.last, until } } : phase
}

/**
 * True while the loading screen waits for a run. Another run would begin at the first call again, so a customer who keeps
 * tapping on a slow line would never get in. The screen has no button then, and says what it waits for.
 */
export const mustWait = ({ phase, step }: StartupState): boolean =>
  phase.kind === 'starting' && step !== 'settled'

/** Handles a press on "try again", which also resets the limits on automatic logins and redirects. */
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

/** Handles a registration that the server has accepted on /register. */
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
      // The redirect must not apply to the next customer who signs in on this page.
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
 * Handles another customer's sign-in in another tab while this tab is starting: takes the cached customer off the
 * screen. The run continues and signs in LINE's user. It must not begin again, because two tabs with different LINE
 * logins would then restart each other endlessly.
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
