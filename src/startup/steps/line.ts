import type { LineProfile } from '#src/ports.ts'
import { addFriendAddress } from '#src/startup/launch.ts'
import {
  addFriend,
  expired,
  failed,
  renewLineTokens,
  toLine,
  toLogin,
  withCommandsFirst,
  withoutLine,
} from '#src/startup/outcomes.ts'
import { isOnScreen } from '#src/startup/phase.ts'
import type { Command, LineFacts, Next, StartupEvent, StartupState } from '#src/startup/types.ts'

/** Steps 1 to 6 of spec S4's identity flow. */

type Refusal = Extract<StartupEvent, { type: 'line-refused' }>

/** Cleans the URL; otherwise a reload or shared link would repeat the SDK's parameters. */
export function onLineReady(state: StartupState, line: LineFacts, now: number): Next {
  const { launch } = state.facts
  if (!launch.hasSdkParameters && !launch.hasLiffParameters) return checkLine(state, line, now)
  const clean = { ...launch, hasSdkParameters: false, hasLiffParameters: false }
  const facts = { ...state.facts, launch: clean }
  return withCommandsFirst([{ do: 'clean-address' }], checkLine({ ...state, facts }, line, now))
}

function checkLine(state: StartupState, line: LineFacts, now: number): Next {
  const next = { ...state, line }
  const allowed = state.facts.verdict?.allowExternalBrowser === true
  if (!line.inClient && !allowed) return toLine(next, now)
  if (!line.loggedIn) return toLogin(next, now)
  // The phone's clock can be hours off.
  const serverNow = now + (state.facts.verdict?.skew ?? 0)
  if (line.claims !== null && line.claims.exp * 1000 <= serverNow) return expired(next, now)
  const recognised = line.claims === null ? unchanged(next) : recognise(next, line.claims.sub)
  const profile = profileIn(line)
  const signIn: readonly Command[] = profile === null ? [] : [{ do: 'sign-in', profile }]
  return {
    state: { ...recognised.state, step: 'friendship', profile: profile ?? recognised.state.profile },
    commands: [...recognised.commands, { do: 'fetch-friendship' }, ...signIn],
  }
}

/** LINE responded with an error code, so the network is up. */
export function onInitRefused(state: StartupState, { code, message, now }: Refusal): Next {
  if (isExpired(message)) return expired(state, now)
  if (deadTokenCodes.has(code)) return renewLineTokens(state, now, () => failed(state, code, message))
  return failed(state, code, message)
}

const isExpired = (message: string): boolean => /"exp"/.test(message)

export const needsNewTokens = ({ code, message }: Pick<Refusal, 'code' | 'message'>): boolean =>
  isExpired(message) || deadTokenCodes.has(code)

/** LINE's errors for a revoked or expired access token. */
const deadTokenCodes = new Set(['invalid_request', 'invalid_token', 'UNAUTHORIZED', '401'])

export function onFriendship(state: StartupState, friend: boolean, now: number): Next {
  if (!friend) return addFriend(state, now)
  if (state.facts.guards.addFriendAt === null) return toProfile(state)
  const guards = { ...state.facts.guards, addFriendAt: null }
  const next = toProfile({ ...state, facts: { ...state.facts, guards } })
  return withCommandsFirst([{ do: 'store-guards', guards }], next)
}

/** Continues, because a LINE channel without a linked official account must not lock everyone out. */
export function onFriendshipRefused(state: StartupState, { code, message }: Refusal): Next {
  return withCommandsFirst([{ do: 'report', code, message }], toProfile(state))
}

/** Shows the add-friend page only if LINE responded "no" earlier in this tab. */
export function onFriendshipUnknown(state: StartupState, code: string | null): Next {
  const { guards, oaId } = state.facts
  if (guards.addFriendAt === null) return toProfile(state)
  const phase = isOnScreen(state.phase)
    ? state.phase
    : ({ kind: 'add-friend', url: addFriendAddress(oaId), last: null } as const)
  return withoutLine({ ...state, phase }, code)
}

/** Prefers the ID token's profile, because the SDK's `getProfile` needs up to three round trips. */
function toProfile(state: StartupState): Next {
  const profile = profileIn(state.line)
  return profile === null
    ? { state: { ...state, step: 'profile' }, commands: [{ do: 'fetch-profile' }] }
    : onProfile(state, profile)
}

export function onProfile(state: StartupState, profile: LineProfile): Next {
  const recognised = recognise(state, profile.userId)
  return {
    state: { ...recognised.state, profile, step: 'login' },
    commands: [...recognised.commands, { do: 'sign-in', profile }],
  }
}

/** Continues with the ID token's user id, which is enough to sign in. */
export function onProfileRefused(state: StartupState, { code, message }: Refusal): Next {
  const sub = state.line?.claims?.sub
  if (sub === undefined) return failed(state, code, message)
  return onProfile(state, { userId: sub, displayName: '', pictureUrl: null })
}

function profileIn(line: LineFacts | null): LineProfile | null {
  const claims = line?.claims
  return claims?.name == null
    ? null
    : { userId: claims.sub, displayName: claims.name, pictureUrl: claims.picture }
}

const unchanged = (state: StartupState): Next => ({ state, commands: [] })

function recognise(state: StartupState, userId: string): Next {
  const { cached } = state.facts
  if (cached === null || cached.profile.userId === userId) return unchanged(state)
  return {
    state: {
      ...state,
      phase: { kind: 'starting' },
      entered: false,
      profile: null,
      facts: { ...state.facts, cached: null },
    },
    commands: [{ do: 'clear-customer', customerId: cached.customerId }],
  }
}
