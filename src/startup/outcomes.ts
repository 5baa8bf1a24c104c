import { normalPath } from '#contract/campaign-link.ts'
import type { LineProfile } from '#src/ports.ts'
import { afterEnd } from './after-end.ts'
import { afterJoining, afterLogin } from './after-login.ts'
import { addFriendAddress, carriedQuery, launchAt, lineAddress, loginReturn, openedScreen } from './launch.ts'
import { STILL_HERE_MS, STILL_HERE_SLOW_MS } from './limits.ts'
import { type Guards, withAddFriend, withBounce, withLogin, withReload } from './loop-guards.ts'
import { lineObstacle, noNetwork, type Obstacle } from './obstacle.ts'
import { isOnScreen, type Phase } from './phase.ts'
import type { Command, Next, StartupState } from './types.ts'

export function settle(state: StartupState, phase: Phase, ...commands: readonly Command[]): Next {
  return { state: { ...state, step: 'settled', obstacle: null, phase }, commands }
}

export function withCommandsFirst(commands: readonly Command[], next: Next): Next {
  return { state: next.state, commands: [...commands, ...next.commands] }
}

/** Navigates to the screen of a closed campaign only once (spec S4). */
export function campaignClosed(state: StartupState, kind: 'ended' | 'pending'): Next {
  const { cached, launch } = state.facts
  const path =
    kind === 'pending' ? '/comingsoon' : afterEnd(state.path, state.entered ? null : launch.redirect)
  // After the campaign's end, the SDK reads the URL's parameters only when the app signs in while the end screen is
  // shown.
  const query = kind === 'ended' && launch.hasSdkParameters ? launch.query : ''
  const commands: Command[] =
    state.phase.kind === kind || path === null ? [] : [{ do: 'go', path: withQuery(path, query) }]
  if (cached !== null && !state.entered) commands.push({ do: 'open-cached', customerId: cached.customerId })
  return settle(state, { kind }, ...commands)
}

const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`

export function failed(state: StartupState, code: string, message: string): Next {
  return settle(state, { kind: 'failed', code, message, requestId: null }, { do: 'report', code, message })
}

export function initialRedirect(state: StartupState): readonly Command[] {
  if (state.entered) return []
  const to = afterLogin(state.path, state.facts.launch.redirect)
  return to === null ? [] : [{ do: 'go', path: to }]
}

/** Schedules the next run. Keeps the current screen; without one, opens the app with the cached customer. */
export function interrupted(state: StartupState, obstacle: Obstacle): Next {
  const { askedUntil: until } = state
  const { cached } = state.facts
  const kept = isOnScreen(state.phase) ? keptPhase(state.phase, { ...obstacle, until }) : null
  const ended = kept ?? (cached === null ? offline(obstacle, until) : openedOffline(cached.customerId))
  const open: readonly Command[] =
    state.entered || kept !== null || cached === null
      ? []
      : [{ do: 'open-cached', customerId: cached.customerId }, ...initialRedirect(state)]
  const next = settle(state, ended, ...open, { do: 'retry-later', until })
  const entered = state.entered || ended.kind === 'ready'
  return { ...next, state: { ...next.state, entered, obstacle: { ...obstacle, until } } }
}

function keptPhase(phase: Phase, obstacle: Obstacle): Phase {
  if (phase.kind === 'add-friend') return { ...phase, last: obstacle }
  return phase.kind === 'ready' ? { ...phase, online: false } : phase
}
const openedOffline = (customerId: string): Phase => ({ kind: 'ready', customerId, online: false })
const offline = (obstacle: Obstacle, until: number | null): Phase => ({ kind: 'offline', ...obstacle, until })

/** `code` is null if LINE could not be reached. */
export function withoutLine(state: StartupState, code: string | null): Next {
  return interrupted(state, state.unreached ?? lineObstacle(code))
}

const cannotLeave = (state: StartupState): Next => interrupted(state, state.unreached ?? noNetwork)

/** If `joined` is true, the customer has just registered and goes to home (spec S4). */
export function ready(state: StartupState, customerId: string, profile: LineProfile, joined: boolean): Next {
  const go: readonly Command[] = joined
    ? [{ do: 'go', path: state.facts.launch.redirect ?? '/' }]
    : initialRedirect(state)
  const facts = { ...state.facts, cached: { customerId, profile } }
  return settle(
    { ...state, facts, profile, entered: true },
    { kind: 'ready', customerId, online: true },
    { do: 'welcome', customerId, profile, registered: true, joined },
    ...go,
  )
}

/**
 * `customerId` is the provisional customer's id, or null. The URL of /register contains the opened page, so that the
 * customer returns there after registration, even after a reload.
 */
export function unregistered(state: StartupState, customerId: string | null): Next {
  const { profile } = state
  const { launch } = state.facts
  const redirect = afterJoining(openedScreen(launchAt(launch, state.path)), launch.redirect)
  // The launch's own parameters belong to `redirect`, unless the link contained its own `redirect`.
  const query = launch.redirect === null ? '' : launch.query
  const facts = { ...state.facts, launch: { ...launch, redirect, query, hash: '' } }
  const welcome: readonly Command[] =
    customerId === null || profile === null
      ? []
      : [{ do: 'welcome', customerId, profile, registered: false, joined: false }]
  // The customer may have opened the help screen while registering, so do not navigate.
  const go: readonly Command[] =
    state.phase.kind === 'register' || normalPath(state.path) === '/register'
      ? []
      : [{ do: 'go', path: `/register${carriedQuery(facts.launch)}` }]
  const next = { ...state, facts: { ...facts, cached: null }, entered: false }
  return settle(next, { kind: 'register' }, ...welcome, ...go)
}

function leavePage(
  state: StartupState,
  to: Extract<Phase, { kind: 'leaving' }>['to'],
  guards: Guards,
  ...commands: readonly Command[]
): Next {
  const ms = to === 'line' || to === 'add-friend' ? STILL_HERE_MS : STILL_HERE_SLOW_MS
  return {
    state: { ...state, facts: { ...state.facts, guards }, step: 'away', phase: { kind: 'leaving', to } },
    commands: [{ do: 'store-guards', guards }, ...commands, { do: 'watch-leaving', ms }],
  }
}

export function toLine(state: StartupState, now: number): Next {
  if (state.unreached !== null) return cannotLeave(state)
  const url = lineAddress(state.facts.liffId, state.facts.launch)
  const guards = withBounce(state.facts.guards, now)
  if (guards === null) return settle(state, { kind: 'not-in-line', url })
  return leavePage(state, 'line', guards, { do: 'leave', url })
}

/** Opens LINE Login, which returns to the current path with `redirect` and `logstate` (spec S4). */
export function toLogin(state: StartupState, now: number): Next {
  if (state.unreached !== null) return cannotLeave(state)
  const guards = withLogin(state.facts.guards, now)
  if (guards === null) return failed(state, 'LOGIN_LOOP', 'LINE Login returned repeatedly without a login')
  const { origin, launch } = state.facts
  const redirectUri = loginReturn(origin, launch)
  return leavePage(state, 'login', guards, { do: 'login-line', redirectUri })
}

/** Spec S4's "log out and reload": at most twice in ten minutes, then `fallback()`. */
export function renewLineTokens(state: StartupState, now: number, fallback: () => Next): Next {
  if (state.unreached !== null) return cannotLeave(state)
  const guards = withReload(state.facts.guards, now)
  if (guards === null) return fallback()
  const commands: readonly Command[] = [
    { do: 'clear-token' },
    { do: 'logout-line' },
    { do: 'clean-address' },
    { do: 'reload' },
  ]
  return leavePage(state, 'reload', guards, ...commands)
}

/** Renews the ID token or, if that has not helped, shows the phone's and the server's time. */
export function expired(state: StartupState, now: number): Next {
  const skew = state.facts.verdict?.skew
  const phase: Phase = { kind: 'clock', phone: now, server: skew === undefined ? null : now + skew }
  return renewLineTokens(state, now, () => settle(state, phase))
}

export function addFriend(state: StartupState, now: number): Next {
  const url = addFriendAddress(state.facts.oaId)
  const guards = withAddFriend(state.facts.guards, now)
  const last = state.phase.kind === 'add-friend' ? 'no' : null
  if (guards === null) return settle(state, { kind: 'add-friend', url, last })
  return leavePage(state, 'add-friend', guards, { do: 'leave', url })
}
