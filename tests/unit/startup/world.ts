import { parseLaunch } from '#src/startup/launch.ts'
import { noGuards } from '#src/startup/loop-guards.ts'
import { noNetwork } from '#src/startup/obstacle.ts'
import { initialState, reduce } from '#src/startup/reduce.ts'
import type { Command, Facts, LineFacts, StartupEvent, StartupState, Verdict } from '#src/startup/types.ts'

export const NOW = 1_795_000_000_000
const ME = `U${'a'.repeat(32)}`
export const CUSTOMER = '0190b6a0-0000-7000-8000-000000000001'
export const profile = { userId: ME, displayName: 'มะลิ', pictureUrl: null }
export const cached = { customerId: CUSTOMER, profile }
export const open: Verdict = { ended: false, pending: false, allowExternalBrowser: false, at: NOW, skew: 0 }
export const inLine: LineFacts = {
  inClient: true,
  loggedIn: true,
  claims: { sub: ME, name: 'มะลิ', picture: null, exp: NOW / 1000 + 3000 },
}

export function facts(more: Partial<Facts> = {}, address = '/'): Facts {
  const [path = '/', search = ''] = address.split('?')
  return {
    launch: parseLaunch(path, search),
    cached: null,
    verdict: null,
    guards: noGuards,
    earlyClaims: null,
    canInitLineEarly: false,
    liffId: '123-abc',
    oaId: '@campaign',
    origin: 'https://app.example.test',
    ...more,
  }
}

/** Starts a state machine. `say` passes it an event and records the resulting commands. */
export function startup(given: Facts) {
  let state: StartupState = initialState(given)
  const all: Command[] = []
  const self = {
    get state() {
      return state
    },
    get phase() {
      return state.phase
    },
    /** All commands so far: `go /path` for a navigation, otherwise just the command's name. */
    get did(): string[] {
      return all.map(command => ('path' in command ? `${command.do} ${command.path}` : command.do))
    },
    commands: all,
    say(event: Unstamped) {
      const stamped = { run: state.run, now: NOW, ...event } as StartupEvent
      const next = reduce(state, stamped)
      state = next.state
      all.push(...next.commands)
      return self
    },
    last<D extends Command['do']>(name: D) {
      return all.findLast((command): command is Extract<Command, { do: D }> => command.do === name)
    },
  }
  return self.say({ type: 'started' })
}

/** The events of a normal startup: the campaign is open, LINE is ready, the user is a friend, login succeeds. */
export const activity = (more = {}) => ({ type: 'activity', verdict: { ...open, ...more } }) as const
export const line = (more = {}) => ({ type: 'line-ready', line: { ...inLine, ...more } }) as const
export const friend = { type: 'friendship', friend: true } as const
export const ok = {
  type: 'signed-in',
  outcome: { kind: 'ok', customerId: CUSTOMER, registered: true },
} as const

type Bare<E> = E extends StartupEvent ? Omit<E, 'run' | 'now'> & { run?: number; now?: number } : never
export type Unstamped = Bare<StartupEvent>

/** The events for calls to LINE and to our server that get no answer. */
export const lineLost = { type: 'line-offline', code: null } as const
export const activityLost = { type: 'activity-failed', obstacle: noNetwork } as const
export const loginLost = { type: 'signed-in', outcome: { kind: 'unreachable', obstacle: noNetwork } } as const
