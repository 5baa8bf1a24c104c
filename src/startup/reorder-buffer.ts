import { normalPath } from '#contract/campaign-link.ts'
import { ready, unregistered } from './outcomes.ts'
import type { Command, EarlyCall, Next, ReorderBuffer, StartupEvent, StartupState } from './types.ts'

/** Startup makes calls early but must handle their results in spec S4's order, so early results wait here. */

export const emptyBuffer: ReorderBuffer = { requested: [], init: null, login: null, opened: false }

export function earlyCommands({ facts }: StartupState, now: number): readonly Command[] {
  const { earlyClaims: early, launch } = facts
  // The SDK may change the URL. Wait until the campaign is known to be open.
  const commands: Command[] = launch.hasSdkParameters || !facts.canInitLineEarly ? [] : [{ do: 'init-line' }]
  if (early === null || early.exp * 1000 <= now) return commands
  return [...commands, { do: 'sign-in', profile: early.profile }]
}

/** Returns null if the event is due now or is not the result of an early call. */
export function bufferEarlyAnswer(state: StartupState, event: StartupEvent): StartupState | null {
  const { buffer, step } = state
  switch (event.type) {
    case 'line-ready':
    case 'line-offline':
    case 'line-refused':
      return step === 'activity' && buffer.requested.includes('init')
        ? { ...state, buffer: { ...buffer, init: event } }
        : null
    case 'signed-in':
      return buffer.requested.includes('login') && isBeforeLogin(state)
        ? { ...state, buffer: { ...buffer, login: event } }
        : null
    default:
      return null
  }
}

const isBeforeLogin = ({ step }: StartupState) =>
  step === 'activity' || step === 'init' || step === 'friendship' || step === 'profile'

export function dropRepeatedCalls(before: StartupState, next: Next): Next {
  if (next.state.run !== before.run && next.state.step !== 'activity') return next
  const { buffer, step } = next.state
  const requested = new Set<EarlyCall>(buffer.requested)
  const commands = next.commands.filter(command => {
    const call = command.do === 'init-line' ? 'init' : command.do === 'sign-in' ? 'login' : null
    if (call === null) return true
    const repeated = requested.has(call) && !(call === 'login' && step === 'login' && isLoginLost(buffer))
    requested.add(call)
    return !repeated
  })
  const login = step === 'login' && isLoginLost(buffer) ? null : buffer.login
  return { state: { ...next.state, buffer: { ...buffer, requested: [...requested], login } }, commands }
}

/** An overloaded server's response counts as a response, to avoid a second call. */
const isLoginLost = ({ login }: ReorderBuffer) =>
  login?.outcome.kind === 'unreachable' && ['network', 'timeout'].includes(login.outcome.obstacle.why)

export function nextDue({ buffer, step }: StartupState): StartupEvent | null {
  if (step === 'init') return buffer.init
  return step === 'login' ? buffer.login : null
}

export function takeDue(state: StartupState): StartupState {
  const { buffer, step } = state
  return { ...state, buffer: step === 'init' ? { ...buffer, init: null } : { ...buffer, login: null } }
}

/**
 * Shows the app or /register before LINE's checks have finished; their results take effect later. A new customer is
 * created only after the checks.
 */
export function openOptimistically(next: Next): Next {
  const { state } = next
  const { buffer, facts, step } = state
  const outcome = buffer.login?.outcome
  const decided =
    step === 'friendship' || step === 'profile' || (step === 'init' && !facts.launch.hasSdkParameters)
  const profile = state.line === null ? facts.earlyClaims?.profile : state.profile
  if (buffer.opened || !decided || outcome === undefined || profile == null) return next
  const opened = outcome.kind === 'ok' && outcome.registered
  const isNew =
    outcome.kind === 'ok' || (outcome.kind === 'refused' && outcome.code === 'CUSTOMER_NOT_REGISTERED')
  // Do not replace a visible screen with /register.
  if (!opened && !(isNew && facts.cached === null && state.phase.kind === 'starting')) return next
  const shown = opened
    ? ready(state, outcome.customerId, profile, normalPath(state.path) === '/register')
    : unregistered({ ...state, profile }, null)
  return {
    state: { ...shown.state, step, buffer: { ...buffer, opened } },
    commands: [...next.commands, ...shown.commands],
  }
}
