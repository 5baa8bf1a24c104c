import type { LineProfile } from '#src/ports.ts'
import { afterLogin, normalPath } from './after-login.ts'
import { addFriendAddress, carriedQuery, lineAddress } from './launch.ts'
import { STILL_HERE_MS, STILL_HERE_SLOW_MS } from './limits.ts'
import { withAddFriend, withBounce, withLogin, withReload } from './loop-guards.ts'
import type { Phase } from './phase.ts'
import type { Command, Next, StartupState } from './types.ts'

/** The ways in which a try of startup ends. Each returns the new state and what is to be done. */

export function settle(state: StartupState, phase: Phase, ...commands: readonly Command[]): Next {
  return { state: { ...state, step: 'settled', phase }, commands }
}

/** What is to be done first, then what the step itself asks for. */
export function withCommandsFirst(commands: readonly Command[], next: Next): Next {
  return { state: next.state, commands: [...commands, ...next.commands] }
}

/** `ended` and `pending` each have their own screen (S4); it opens once, not again on every look. */
export function campaignClosed(state: StartupState, kind: 'ended' | 'pending'): Next {
  const path = kind === 'ended' ? '/endCampaign' : '/comingsoon'
  const commands: Command[] = state.phase.kind === kind ? [] : [{ do: 'go', path }]
  const cached = state.facts.cached
  if (cached !== null && !state.entered) commands.push({ do: 'open-cached', customerId: cached.customerId })
  return settle(state, { kind }, ...commands)
}

/** An error of LINE's ends the loading and is logged (S8). */
export function failed(state: StartupState, code: string, message: string): Next {
  return settle(state, { kind: 'failed', code, message, requestId: null }, { do: 'report', code, message })
}

/** The path to move to when the app is shown for the first time; none when it has been. */
export function initialRedirect(state: StartupState): readonly Command[] {
  if (state.entered) return []
  const to = afterLogin(state.path, state.facts.launch.redirect)
  return to === null ? [] : [{ do: 'go', path: to }]
}

/** No answer: opens from what the phone knows of the customer, else says so. Looks again later by itself. */
export function withoutNetwork(state: StartupState): Next {
  const cached = state.facts.cached
  if (cached === null) return settle(state, { kind: 'offline' }, { do: 'retry-later' })
  const { customerId } = cached
  const open: readonly Command[] = state.entered
    ? []
    : [{ do: 'open-cached', customerId }, ...initialRedirect(state)]
  return settle({ ...state, entered: true }, { kind: 'ready', customerId, online: false }, ...open, {
    do: 'retry-later',
  })
}

/** A session of a registered customer. `joined`: it began on /register, which leads home (S4). */
export function ready(state: StartupState, customerId: string, profile: LineProfile, joined: boolean): Next {
  const go: readonly Command[] = joined ? [{ do: 'go', path: '/' }] : initialRedirect(state)
  const facts = { ...state.facts, cached: { customerId, profile } }
  return settle(
    { ...state, facts, profile, entered: true },
    { kind: 'ready', customerId, online: true },
    { do: 'welcome', customerId, profile, registered: true, joined },
    ...go,
  )
}

/** An identity without a registration: /register, with the provisional customer where the server made one. */
export function unregistered(state: StartupState, customerId: string | null): Next {
  const { profile, facts } = state
  const welcome: readonly Command[] =
    customerId === null || profile === null
      ? []
      : [{ do: 'welcome', customerId, profile, registered: false, joined: false }]
  const go: readonly Command[] =
    normalPath(state.path) === '/register'
      ? []
      : [{ do: 'go', path: `/register${carriedQuery(facts.launch)}` }]
  const next = { ...state, facts: { ...facts, cached: null }, entered: false }
  return settle(next, { kind: 'register' }, ...welcome, ...go)
}

function leavePage(state: StartupState, to: 'line' | 'login' | 'add-friend' | 'reload', ms: number) {
  return {
    state: { ...state, step: 'away' as const, phase: { kind: 'leaving' as const, to } },
    watch: { do: 'watch-leaving' as const, ms },
  }
}

/** Not inside LINE: the campaign's address in LINE; where that was just tried, a page that explains. */
export function toLine(state: StartupState, now: number): Next {
  if (!state.reachable) return withoutNetwork(state)
  const url = lineAddress(state.facts.liffId, state.facts.launch)
  const guards = withBounce(state.facts.guards, now)
  if (guards === null) return settle(state, { kind: 'not-in-line', url })
  const left = leavePage({ ...state, facts: { ...state.facts, guards } }, 'line', STILL_HERE_MS)
  return {
    state: left.state,
    commands: [{ do: 'store-guards', guards }, { do: 'leave', url }, left.watch],
  }
}

/** Not logged in: LINE Login, back to this path with redirect and logstate (S4). */
export function toLogin(state: StartupState, now: number): Next {
  if (!state.reachable) return withoutNetwork(state)
  const guards = withLogin(state.facts.guards, now)
  if (guards === null)
    return failed(state, 'LOGIN_LOOP', 'LINE Login came back without a login, again and again')
  const { origin, launch } = state.facts
  const redirectUri = `${origin}${launch.path}${carriedQuery(launch)}`
  const left = leavePage({ ...state, facts: { ...state.facts, guards } }, 'login', STILL_HERE_SLOW_MS)
  return {
    state: left.state,
    commands: [{ do: 'store-guards', guards }, { do: 'login-line', redirectUri }, left.watch],
  }
}

/** LINE's tokens are of no use any more: log out and reload (S4), at most twice in ten minutes; then `last`. */
export function renewLineTokens(state: StartupState, now: number, fallback: () => Next): Next {
  if (!state.reachable) return withoutNetwork(state)
  const guards = withReload(state.facts.guards, now)
  if (guards === null) return fallback()
  const left = leavePage({ ...state, facts: { ...state.facts, guards } }, 'reload', STILL_HERE_SLOW_MS)
  return {
    state: left.state,
    commands: [
      { do: 'store-guards', guards },
      { do: 'clear-token' },
      { do: 'logout-line' },
      { do: 'clean-address' },
      { do: 'reload' },
      left.watch,
    ],
  }
}

/** The ID token has expired; when renewing does not help, a screen that shows both clocks. */
export function expired(state: StartupState, now: number): Next {
  const skew = state.facts.verdict?.skew
  const phase: Phase = { kind: 'clock', phone: now, server: skew === undefined ? null : now + skew }
  return renewLineTokens(state, now, () => settle(state, phase))
}

/** Not a friend of the official account: its add-friend page, once; then a screen with a button. */
export function addFriend(state: StartupState, now: number): Next {
  const url = addFriendAddress(state.facts.oaId)
  const guards = withAddFriend(state.facts.guards, now)
  if (guards === null) return settle(state, { kind: 'add-friend', url })
  const left = leavePage({ ...state, facts: { ...state.facts, guards } }, 'add-friend', STILL_HERE_MS)
  return {
    state: left.state,
    commands: [{ do: 'store-guards', guards }, { do: 'leave', url }, left.watch],
  }
}
