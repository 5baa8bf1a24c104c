import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { LiffEmulator } from '../emulator.ts'
import type { LoggedRequest } from '../platform/log.ts'
import type { Fault } from '../scenario/fault-schema.ts'
import { accepted } from '../scenario/parse.ts'
import type { Friendship, Scenario, ScenarioInput } from '../scenario/schema.ts'
import type { SentMessage } from '../world/state.ts'

/** The emulated LINE of a test. Methods throw an error that names the field of an invalid argument. */
export type Line = {
  /** `http://localhost:{port}`, which serves the app and LINE. `page.goto('/')` is relative to it. */
  readonly url: string
  /** URL of the control panel for this test's LINE, for use while the test is paused. */
  readonly panel: string
  /** Returns the app's LINE link as it would appear in a chat: `link('/item?id=1')`. */
  readonly link: (path?: string) => string
  /** Opens the app's LINE link in `page`. LINE's consent page comes first if the user has not consented. */
  readonly open: (path?: string) => Promise<void>

  /** Opens the panel in `page` with the chat on the phone. A LIFF app opened from it runs in the only `iframe`. */
  readonly openChat: () => Promise<void>

  readonly scenario: () => Scenario
  /** Loads a named scenario (`not-friend+slow`) or a complete one. Discards tokens, messages and changes. */
  readonly load: (scenario: string | ScenarioInput) => void
  /** Changes individual fields (JSON Merge Patch): `{ environment: { kind: 'external' } }`. */
  readonly patch: (patch: object) => void
  /** Restores the loaded scenario. */
  readonly reset: () => void

  /** Signs in another user on the phone, by id or name, creating a missing user. Resolves to the user id. */
  readonly user: (who: string | { readonly displayName: string; readonly userId?: string }) => Promise<string>
  /** Sets the friendship between the phone's user and the official account. */
  readonly friendship: (state: Friendship) => void

  /** Sets the phone's network for requests to LINE and the app's server, and an open page's `navigator.onLine`. */
  readonly network: (kind: Scenario['network']['kind'], latencyMs?: number) => void
  /** Kills LINE like the phone's OS: the app gets only `visibilitychange`. Resolves once it is gone from `page`. */
  readonly kill: () => Promise<void>
  readonly faults: {
    /**
     * Adds a fault for requests that match `host` and `path` (or `pattern`): a `status`, a delay of `latencyMs`, `hang`
     * or `drop`. `times` limits how many requests are affected.
     */
    readonly add: (fault: Omit<Fault, 'id'> & { readonly id?: string }) => void
    readonly clear: () => void
  }
  /** The clocks of LINE and the phone. An open page follows the phone's clock. */
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
  /** The emulator itself, for everything that `Line` does not cover. */
  readonly emulator: LiffEmulator
}

type Where = {
  readonly emulator: LiffEmulator
  readonly url: string
  readonly page: Pick<Page, 'evaluate' | 'goto' | 'waitForURL'>
}

export function createLineFixture({ emulator, url, page }: Where): Line {
  const { control } = emulator
  const link = (path = '') => `${url}/__line/liff.line.me/${emulator.scenario().apps[0]?.liffId ?? ''}${path}`
  const clock = (command: object) => void accepted(control.clock(command))
  return {
    url,
    panel: `${url}/__emulator/`,
    link,
    open: async path => void (await page.goto(link(path))),
    openChat: async () => void (await page.goto(`${url}/__emulator/?chat`)),

    scenario(...given: readonly unknown[]) {
      if (given.length === 0) return emulator.scenario()
      throw new Error('line.scenario() returns the current scenario. To load another one, use line.load()')
    },
    load: scenario =>
      void accepted(typeof scenario === 'string' ? control.loadNamed(scenario) : control.load(scenario)),
    patch: patch => void accepted(control.patch(patch)),
    reset: () => void control.reset(),

    async user(who) {
      if (who === undefined)
        throw new Error(
          'line.user: expected a user id or { displayName }. line.scenario().user is the current user',
        )
      const wanted =
        typeof who === 'string' ? { userId: who } : { userId: `U${randomBytes(16).toString('hex')}`, ...who }
      const { userId } = accepted(await control.token(wanted))
      accepted(control.patch({ user: userId }))
      return userId
    },
    friendship: state => void accepted(control.friendship({ state })),

    network: (kind, latencyMs = 0) => void accepted(control.patch({ network: { kind, latencyMs } })),
    async kill() {
      const isApp = await page.evaluate("'__LIFF_EMULATOR__' in window")
      accepted(control.kill({}))
      if (isApp) await page.waitForURL('**/__emulator/closed')
    },
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
