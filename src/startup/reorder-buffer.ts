import { normalPath } from './after-login.ts'
import { ready } from './outcomes.ts'
import type { Command, EarlyCall, Next, ReorderBuffer, StartupEvent, StartupState } from './types.ts'

/**
 * Startup is a graph: questions are asked as soon as what they depend on is there, and answers come in any order.
 * S4's order decides all the same: an answer that comes before its turn waits here until everything before it has been
 * decided, and then counts as if it had just come.
 */

export const emptyBuffer: ReorderBuffer = { requested: [], init: null, login: null, opened: false }

/** What can be asked beside the campaign's state, when a page begins. */
export function earlyCommands({ facts }: StartupState, now: number): readonly Command[] {
  const { earlyClaims: early, launch } = facts
  // Where the address is LINE's to change, LINE waits until it is clear that the campaign is open at all.
  const commands: Command[] = launch.hasSdkParameters || !facts.canInitLineEarly ? [] : [{ do: 'init-line' }]
  if (early === null || early.exp * 1000 <= now) return commands
  return [...commands, { do: 'sign-in', profile: early.profile }]
}

/** Keeps an answer that has come before its turn; null when it is its turn, or nobody's. */
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

/** Leaves out what was asked before; remembers what is asked now for later. */
export function dropRepeatedCalls(before: StartupState, next: Next): Next {
  if (next.state.run !== before.run && next.state.step !== 'activity') return next
  const { buffer, step } = next.state
  const requested = new Set<EarlyCall>(buffer.requested)
  const commands = next.commands.filter(command => {
    const call = command.do === 'init-line' ? 'init' : command.do === 'sign-in' ? 'login' : null
    if (call === null) return true
    const repeated =
      requested.has(call) && !(call === 'login' && step === 'login' && loginUnreachable(buffer))
    requested.add(call)
    return !repeated
  })
  const login = step === 'login' && loginUnreachable(buffer) ? null : buffer.login
  return { state: { ...next.state, buffer: { ...buffer, requested: [...requested], login } }, commands }
}

/** Without an answer the first time, the server is asked again at its turn. */
const loginUnreachable = ({ login }: ReorderBuffer) => login?.outcome.kind === 'unreachable'

/** The kept answer whose turn has come. */
export function nextDue({ buffer, step }: StartupState): StartupEvent | null {
  if (step === 'init') return buffer.init
  return step === 'login' ? buffer.login : null
}

/** Takes a kept answer out, because its turn has come. */
export function takeDue(state: StartupState): StartupState {
  const { buffer, step } = state
  return { ...state, buffer: step === 'init' ? { ...buffer, init: null } : { ...buffer, login: null } }
}

/**
 * Shows the app once the campaign is open and the server knows the customer. LINE's gates act when their answers come,
 * and undo nothing that the customer has done by then.
 */
export function openOptimistically(next: Next): Next {
  const { state } = next
  const { buffer, facts, step } = state
  const outcome = buffer.login?.outcome
  const decided =
    step === 'friendship' || step === 'profile' || (step === 'init' && !facts.launch.hasSdkParameters)
  const profile = state.line === null ? facts.earlyClaims?.profile : state.profile
  if (buffer.opened || !decided || outcome?.kind !== 'ok' || !outcome.registered || profile == null)
    return next
  const shown = ready(state, outcome.customerId, profile, normalPath(state.path) === '/register')
  return {
    state: { ...shown.state, step, buffer: { ...buffer, opened: true } },
    commands: [...next.commands, ...shown.commands],
  }
}
