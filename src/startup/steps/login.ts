import { assertNever } from '#contract/assert-never.ts'
import { normalPath } from '#contract/campaign-link.ts'
import {
  expired,
  failed,
  interrupted,
  ready,
  settle,
  unregistered,
  withCommandsFirst,
} from '#src/startup/outcomes.ts'
import type { Command, Next, SignIn, StartupState } from '#src/startup/types.ts'

/** The last step of spec S4's identity flow. */

export function onSignedIn(state: StartupState, outcome: SignIn, now: number): Next {
  switch (outcome.kind) {
    case 'ok':
      // The app was already opened with this result, and LINE's checks have now passed.
      if (state.buffer.opened && outcome.registered && state.phase.kind === 'ready') {
        return settle(state, { ...state.phase, online: true })
      }
      if (!outcome.registered) return unregistered(state, outcome.customerId)
      return state.profile === null
        ? failed(state, 'NO_PROFILE', 'signed in without a profile')
        : ready(state, outcome.customerId, state.profile, normalPath(state.path) === '/register')
    case 'unreachable':
      // Submitting the form retries the registration.
      return state.step === 'provisional' ? unregistered(state, null) : interrupted(state, outcome.obstacle)
    case 'refused':
      return onSignInRefused(state, outcome, now)
    default:
      return assertNever(outcome)
  }
}

/** Only `CUSTOMER_NOT_REGISTERED` leads to /register. A problem with the token never does. */
function onSignInRefused(
  state: StartupState,
  refusal: Extract<SignIn, { kind: 'refused' }>,
  now: number,
): Next {
  const { code, message, requestId } = refusal
  const clearToken: readonly Command[] = [{ do: 'clear-token' }]
  if (code === 'LINE_TOKEN_EXPIRED') return withCommandsFirst(clearToken, expired(state, now))
  const { cached } = state.facts
  const clearCustomer =
    cached === null ? [] : [{ do: 'clear-customer' as const, customerId: cached.customerId }]
  if (code === 'CUSTOMER_CANCELLED') {
    // The customer has left the campaign on another phone. This phone must not show the data offline.
    const next = { ...state, entered: false, facts: { ...state.facts, cached: null } }
    const isOwn = cached?.profile.userId === state.profile?.userId
    const clear = clearCustomer.map(command => ({ ...command, left: isOwn }))
    return settle(next, { kind: 'failed', code, message, requestId }, ...clearToken, ...clear)
  }
  if (code !== 'CUSTOMER_NOT_REGISTERED' || state.profile === null || state.step === 'provisional') {
    return settle(state, { kind: 'failed', code, message, requestId }, ...clearToken)
  }
  return {
    state: {
      ...state,
      step: 'provisional',
      phase: cached === null ? state.phase : { kind: 'starting' },
      entered: false,
      facts: { ...state.facts, cached: null },
    },
    commands: [...clearToken, ...clearCustomer, { do: 'register-provisional', profile: state.profile }],
  }
}
