import { randomBytes } from 'node:crypto'
import type { LiffEmulator } from '../emulator.ts'
import type { LoggedRequest } from '../platform/log.ts'
import { type Parsed, problemText } from '../scenario/parse.ts'
import type { Fault, Friendship, Scenario, ScenarioInput } from '../scenario/schema.ts'
import type { SentMessage } from '../world/state.ts'

/** The LINE of a test. A method with an invalid argument throws an error with the path of the wrong field. */
export type Line = {
  /** `http://localhost:{port}`: serves the app and LINE; the base of `page.goto('/')`. */
  readonly url: string
  /** The URL of the control panel for this test's LINE, to open while the test is paused. */
  readonly panel: string
  /** Returns the app's LINE link, as it appears in a chat: `link('/item?id=1')`. */
  readonly link: (path?: string) => string
  /** Opens that link in `page`, including LINE's consent page if it appears. */
  readonly open: (path?: string) => Promise<void>

  /** Returns the current scenario. */
  readonly scenario: () => Scenario
  /** Loads a named scenario (`not-friend+slow`) or a complete one, and starts over. */
  readonly load: (scenario: string | ScenarioInput) => void
  /** Changes single fields (JSON Merge Patch): `{ environment: { kind: 'external' } }`. */
  readonly patch: (patch: object) => void
  /** Restores the loaded scenario. */
  readonly reset: () => void

  /** Signs in another user on the phone, by id, or a new one. Resolves with the user's id. */
  readonly user: (who: string | { readonly displayName: string; readonly userId?: string }) => Promise<string>
  /** Sets the friendship of the phone's user with the official account. */
  readonly friendship: (state: Friendship) => void

  /** Sets the phone's network, both to LINE and to the app's own server. */
  readonly network: (kind: Scenario['network']['kind'], latencyMs?: number) => void
  readonly faults: {
    /** Makes requests fail that match `host` and `path` (or `pattern`), `times` times: `status`, `latencyMs`, `hang`, `drop`. */
    readonly add: (fault: Omit<Fault, 'id'> & { readonly id?: string }) => void
    readonly clear: () => void
  }
  /** Sets LINE's time and the phone's. An open page gets the new time when it loads next. */
  readonly clock: {
    readonly freeze: (at: number | string) => void
    readonly advance: (ms: number) => void
    /** Changes only the phone's clock. */
    readonly skew: (ms: number) => void
    readonly resume: () => void
  }

  /** Messages that users sent, oldest first. */
  readonly chat: () => readonly SentMessage[]
  /** Requests to LINE, oldest first. */
  readonly timeline: () => readonly LoggedRequest[]
  /** The emulator itself, for everything that has no shortcut here. */
  readonly emulator: LiffEmulator
}

function accepted<T>(result: Parsed<T>): T {
  if (result.ok) return result.value
  throw new Error(problemText(result.problem))
}

type Where = {
  readonly emulator: LiffEmulator
  readonly url: string
  readonly goto: (url: string) => Promise<unknown>
}

export function createLineFixture({ emulator, url, goto }: Where): Line {
  const { control } = emulator
  const link = (path = '') => `${url}/__line/liff.line.me/${emulator.scenario().apps[0]?.liffId ?? ''}${path}`
  const clock = (command: object) => void accepted(control.clock(command))
  return {
    url,
    panel: `${url}/__emulator/`,
    link,
    open: async path => void (await goto(link(path))),

    scenario: emulator.scenario,
    load: scenario =>
      void accepted(typeof scenario === 'string' ? control.loadNamed(scenario) : control.load(scenario)),
    patch: patch => void accepted(control.patch(patch)),
    reset: () => void control.reset(),

    async user(who) {
      const wanted =
        typeof who === 'string' ? { userId: who } : { userId: `U${randomBytes(16).toString('hex')}`, ...who }
      const { userId } = accepted(await control.token(wanted))
      accepted(control.patch({ user: userId }))
      return userId
    },
    friendship: state => void accepted(control.friendship({ state })),

    network: (kind, latencyMs = 0) => void accepted(control.patch({ network: { kind, latencyMs } })),
    faults: {
      add: fault => void accepted(control.addFault(fault)),
      clear: () => void control.removeFault(null),
    },
    clock: {
      freeze: at => clock({ freeze: at }),
      advance: ms => clock({ advance: ms }),
      skew: ms => clock({ skew: ms }),
      resume: () => clock({ resume: true }),
    },

    chat: emulator.messages,
    timeline: emulator.requests,
    emulator,
  }
}
