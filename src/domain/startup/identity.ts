import { assertNever } from '#contract/assert-never.ts'
import { normalPath } from '#src/domain/after-login.ts'
import type { LineProfile } from '#src/ports.ts'
import {
  addFriend,
  also,
  expired,
  failed,
  ready,
  renewLine,
  settle,
  toLine,
  toLogin,
  unregistered,
  withoutNetwork,
} from './outcomes.ts'
import type { Command, LineFacts, Next, SignIn, StartupEvent, StartupState } from './types.ts'

/** S4's identity flow, step by step. */

export function onLineReady(state: StartupState, line: LineFacts, now: number): Next {
  const next = { ...state, line }
  const allowed = state.facts.verdict?.allowExternalBrowser === true
  if (!line.inClient && !allowed) return toLine(next, now)
  if (!line.loggedIn) return toLogin(next, now)
  // The server's clock decides where it is known: a phone's own may be hours off.
  const serverNow = now + (state.facts.verdict?.skew ?? 0)
  if (line.claims !== null && line.claims.exp * 1000 <= serverNow) return expired(next, now)
  const known = line.claims === null ? still(next) : recognise(next, line.claims.sub)
  const profile = profileOf(line)
  const beside: readonly Command[] = profile === null ? [] : [{ do: 'sign-in', profile }]
  return {
    state: { ...known.state, step: 'friendship', profile: profile ?? known.state.profile },
    commands: [...known.commands, { do: 'ask-friendship' }, ...beside],
  }
}

/** LINE refused a call; errors with a code never mean that the network is away. */
export function onLineRefused(
  state: StartupState,
  refusal: Extract<StartupEvent, { type: 'line-refused' }>,
): Next {
  const { code, message, now } = refusal
  switch (state.step) {
    case 'friendship':
      // An account without a linked official account must not lock everyone out.
      return also([{ do: 'report', code, message }], toProfile(state))
    case 'profile': {
      const sub = state.line?.claims?.sub
      if (sub === undefined) return failed(state, code, message)
      return onProfile(state, { userId: sub, displayName: '', pictureUrl: null })
    }
    default:
      if (/"exp"/.test(message)) return expired(state, now)
      if (deadToken.has(code)) return renewLine(state, now, () => failed(state, code, message))
      return failed(state, code, message)
  }
}

/** Codes with which LINE says that the stored access token is revoked or expired. */
const deadToken = new Set(['invalid_request', 'invalid_token', 'UNAUTHORIZED', '401'])

export function onFriendship(state: StartupState, friend: boolean, now: number): Next {
  if (!friend) return addFriend(state, now)
  if (state.facts.guards.addFriendAt === null) return toProfile(state)
  const guards = { ...state.facts.guards, addFriendAt: null }
  const next = toProfile({ ...state, facts: { ...state.facts, guards } })
  return also([{ do: 'keep-guards', guards }], next)
}

/** The ID token's claims where they suffice; asking LINE costs up to three round trips. */
function toProfile(state: StartupState): Next {
  const profile = profileOf(state.line)
  return profile === null
    ? { state: { ...state, step: 'profile' }, commands: [{ do: 'ask-profile' }] }
    : onProfile(state, profile)
}

function profileOf(line: LineFacts | null): LineProfile | null {
  const claims = line?.claims
  return claims?.name == null
    ? null
    : { userId: claims.sub, displayName: claims.name, pictureUrl: claims.picture }
}

export function onProfile(state: StartupState, profile: LineProfile): Next {
  const known = recognise(state, profile.userId)
  return {
    state: { ...known.state, profile, step: 'login' },
    commands: [...known.commands, { do: 'sign-in', profile }],
  }
}

export function onSignedIn(state: StartupState, outcome: SignIn, now: number): Next {
  switch (outcome.kind) {
    case 'ok':
      // The app has been shown on this very answer: LINE's gates had nothing against it.
      if (state.ahead.opened && outcome.registered && state.phase.kind === 'ready') {
        return settle(state, { ...state.phase, online: true })
      }
      if (!outcome.registered) return unregistered(state, outcome.customerId)
      return state.profile === null
        ? failed(state, 'NO_PROFILE', 'signed in without a profile')
        : ready(state, outcome.customerId, state.profile, normalPath(state.path) === '/register')
    case 'unreachable':
      // Known to be unregistered: the form can be filled in, and its own sending asks again.
      return state.step === 'provisional' ? unregistered(state, null) : withoutNetwork(state)
    case 'refused':
      return onSignInRefused(state, outcome, now)
    default:
      return assertNever(outcome)
  }
}

/** Only a missing registration leads to /register; a problem with a token never does. */
function onSignInRefused(
  state: StartupState,
  refusal: Extract<SignIn, { kind: 'refused' }>,
  now: number,
): Next {
  const { code, message, requestId } = refusal
  const forget: readonly Command[] = [{ do: 'forget-token' }]
  if (code === 'LINE_TOKEN_EXPIRED') return also(forget, expired(state, now))
  if (code !== 'CUSTOMER_NOT_REGISTERED' || state.profile === null || state.step === 'provisional') {
    return settle(state, { kind: 'failed', code, message, requestId }, ...forget)
  }
  const cached = state.facts.cached
  const gone: readonly Command[] =
    cached === null ? [] : [{ do: 'forget-customer', customerId: cached.customerId }]
  return {
    state: {
      ...state,
      step: 'provisional',
      phase: cached === null ? state.phase : { kind: 'starting' },
      entered: false,
      facts: { ...state.facts, cached: null },
    },
    commands: [...forget, ...gone, { do: 'register-provisional', profile: state.profile }],
  }
}

const still = (state: StartupState): Next => ({ state, commands: [] })

/** LINE names its user. Somebody else than the phone's cached customer: that one's data leaves the screen now. */
function recognise(state: StartupState, userId: string): Next {
  const { cached } = state.facts
  if (cached === null || cached.profile.userId === userId) return still(state)
  return {
    state: {
      ...state,
      phase: { kind: 'starting' },
      entered: false,
      profile: null,
      facts: { ...state.facts, cached: null },
    },
    commands: [{ do: 'forget-customer', customerId: cached.customerId }],
  }
}
