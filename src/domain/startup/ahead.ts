import { normalPath } from '#src/domain/after-login.ts'
import { ready } from './outcomes.ts'
import type { Ahead, Command, Next, Question, StartupEvent, StartupState } from './types.ts'

/**
 * Startup is a graph: questions are asked as soon as what they depend on is there, and answers come in any order.
 * S4's order decides all the same: an answer that comes before its turn waits here until everything before it has been
 * decided, and then counts as if it had just come.
 */

export const nothingAhead: Ahead = { asked: [], init: null, login: null, opened: false }

/** What can be asked beside the campaign's state, when a page begins. */
export function askAhead({ facts }: StartupState, now: number): readonly Command[] {
  const { early, launch } = facts
  // Where the address is LINE's to change, LINE waits until it is clear that the campaign is open at all.
  const commands: Command[] = launch.forSdk || !facts.lineIsThere ? [] : [{ do: 'init-line' }]
  if (early === null || early.exp * 1000 <= now) return commands
  return [...commands, { do: 'sign-in', profile: early.profile }]
}

/** Keeps an answer that has come before its turn; null when it is its turn, or nobody's. */
export function keepAhead(state: StartupState, event: StartupEvent): StartupState | null {
  const { ahead, step } = state
  switch (event.type) {
    case 'line-ready':
    case 'line-offline':
    case 'line-refused':
      return step === 'activity' && ahead.asked.includes('init')
        ? { ...state, ahead: { ...ahead, init: event } }
        : null
    case 'signed-in':
      return ahead.asked.includes('login') && waitsBeforeLogin(state)
        ? { ...state, ahead: { ...ahead, login: event } }
        : null
    default:
      return null
  }
}

const waitsBeforeLogin = ({ step }: StartupState) =>
  step === 'activity' || step === 'init' || step === 'friendship' || step === 'profile'

/** Leaves out what was asked before; remembers what is asked now for later. */
export function askOnce(before: StartupState, next: Next): Next {
  if (next.state.run !== before.run && next.state.step !== 'activity') return next
  const { ahead, step } = next.state
  const asked = new Set<Question>(ahead.asked)
  const commands = next.commands.filter(command => {
    const question = command.do === 'init-line' ? 'init' : command.do === 'sign-in' ? 'login' : null
    if (question === null) return true
    const again = asked.has(question) && !(question === 'login' && step === 'login' && unreachable(ahead))
    asked.add(question)
    return !again
  })
  const login = step === 'login' && unreachable(ahead) ? null : ahead.login
  return { state: { ...next.state, ahead: { ...ahead, asked: [...asked], login } }, commands }
}

/** Without an answer the first time, the server is asked again at its turn. */
const unreachable = ({ login }: Ahead) => login?.outcome.kind === 'unreachable'

/** The kept answer whose turn has come. */
export function turnOf({ ahead, step }: StartupState): StartupEvent | null {
  if (step === 'init') return ahead.init
  return step === 'login' ? ahead.login : null
}

/** Takes a kept answer out, because its turn has come. */
export function taken(state: StartupState): StartupState {
  const { ahead, step } = state
  return { ...state, ahead: step === 'init' ? { ...ahead, init: null } : { ...ahead, login: null } }
}

/**
 * Shows the app once the campaign is open and the server knows the customer. LINE's gates act when their answers come,
 * and undo nothing that the customer has done by then.
 */
export function openAhead(next: Next): Next {
  const { state } = next
  const { ahead, facts, step } = state
  const outcome = ahead.login?.outcome
  const decided = step === 'friendship' || step === 'profile' || (step === 'init' && !facts.launch.forSdk)
  const profile = state.line === null ? facts.early?.profile : state.profile
  if (ahead.opened || !decided || outcome?.kind !== 'ok' || !outcome.registered || profile == null)
    return next
  const shown = ready(state, outcome.customerId, profile, normalPath(state.path) === '/register')
  return {
    state: { ...shown.state, step, ahead: { ...ahead, opened: true } },
    commands: [...next.commands, ...shown.commands],
  }
}
