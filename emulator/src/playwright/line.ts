import { randomBytes } from 'node:crypto'
import type { LiffEmulator } from '../emulator.ts'
import type { LoggedRequest } from '../platform/log.ts'
import { type Parsed, problemText } from '../scenario/parse.ts'
import type { Fault, Friendship, Scenario, ScenarioInput } from '../scenario/schema.ts'
import type { SentMessage } from '../world/state.ts'

/** LINE in a test. What a method is given wrong it refuses by throwing, with the path of the wrong field. */
export type Line = {
  /** `http://localhost:{port}`: the app with LINE beside it; `page.goto('/')` is taken on it. */
  readonly url: string
  /** The control panel over this test's LINE, for a test that is paused. */
  readonly panel: string
  /** The app's LINE link, as it stands in a chat: `link('/item?id=1')`. */
  readonly link: (path?: string) => string
  /** Taps that link: the page goes where LINE leads, its consent page included. */
  readonly open: (path?: string) => Promise<void>

  /** The whole of LINE as it is now. */
  readonly scenario: () => Scenario
  /** Starts anew from a named scenario (`not-friend+slow`), or from one given whole. */
  readonly load: (scenario: string | ScenarioInput) => void
  /** Changes fields (JSON Merge Patch): `{ environment: { kind: 'external' } }`. */
  readonly patch: (patch: object) => void
  /** Back to the loaded scenario. */
  readonly reset: () => void

  /** Gives the phone to a user of the scenario, by id, or to a new one. Resolves with the user's id. */
  readonly user: (who: string | { readonly displayName: string; readonly userId?: string }) => Promise<string>
  /** How the phone's user stands to the official account. */
  readonly friendship: (state: Friendship) => void

  /** The phone's network from now on, to LINE and to the app's own server. */
  readonly network: (kind: Scenario['network']['kind'], latencyMs?: number) => void
  readonly faults: {
    /** Requests by `host` and `path` (or `pattern`), `times` times: `status`, `latencyMs`, `hang`, `drop`. */
    readonly add: (fault: Omit<Fault, 'id'> & { readonly id?: string }) => void
    readonly clear: () => void
  }
  /** LINE's time and the phone's; a page has the new time from its next load on. */
  readonly clock: {
    readonly freeze: (at: number | string) => void
    readonly advance: (ms: number) => void
    /** The phone's clock alone. */
    readonly skew: (ms: number) => void
    readonly resume: () => void
  }

  /** What users sent, oldest first. */
  readonly chat: () => readonly SentMessage[]
  /** What LINE was asked, oldest first. */
  readonly timeline: () => readonly LoggedRequest[]
  /** Everything else. */
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
