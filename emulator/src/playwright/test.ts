import { test as base, expect } from '@playwright/test'
import { startBackEndAccess } from '../cli/back-end.ts'
import { foldersOf, ownVariables, unusableVariables, withOwnCredentials } from '../cli/own-channels.ts'
import { createLiffEmulator, type LiffEmulator } from '../emulator.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import { unknownRequestsIn } from '../platform/handle.ts'
import { startProxy } from '../proxy/start.ts'
import type { ScenarioInput } from '../scenario/schema.ts'
import { type BackEnd, freePort, startBackEnd } from './back-end.ts'
import { interceptLine } from './intercept.ts'
import { createLineFixture, type Line } from './line.ts'

export type { BackEnd, Line }

/** Options for `test.use` and for `use` in the configuration. */
export type LiffOptions = {
  /** URL of the app's server, or the folder of its files. Default: the project's `baseURL`. */
  app: string | undefined
  /**
   * Server of the app, of a bot or of both, and the default for `app`. The fixture starts a new one for each test, with
   * its own LINE, and sends webhooks to it.
   */
  backEnd: BackEnd | undefined
  /** Name of a scenario, or a complete scenario. Default: `friend`. */
  scenario: string | ScenarioInput
  /** Other options of `createLiffEmulator`: `liffId`, `apps`, `users`, … */
  liffOptions: Omit<EmulatorOptions, 'scenario'>
  /**
   * With `fail` (the default), a call to a LINE API that is not emulated fails the test and lists all unknown requests.
   * Other unknown requests, such as images, become annotations of the test.
   */
  unknownRequests: 'fail' | 'ignore'
}

type Emulation = { readonly emulator: LiffEmulator; readonly url: string }

type Messaging = LiffOptions['liffOptions']['messaging']
type Loaded = { readonly scenario: LiffOptions['scenario']; readonly messaging: Messaging }

/** For a named scenario, the webhook belongs in the options; for a complete scenario, in the scenario itself. */
function withWebhook({ scenario, messaging }: Loaded, webhook: string | undefined) {
  const url = webhook === undefined ? {} : { webhook }
  const both = messaging === undefined && webhook === undefined ? {} : { messaging: { ...messaging, ...url } }
  if (typeof scenario === 'string') return { scenario, ...both }
  return { scenario: { ...scenario, messaging: { ...scenario.messaging, ...url } }, ...both }
}

/**
 * Playwright's `test` with a separate emulated LINE for each test. The app and LINE share an origin that no other test
 * uses, so tests can run in parallel. `page` and `baseURL` use it; `line` controls the emulated LINE.
 */
export const test = base.extend<LiffOptions & { line: Line; emulation: Emulation }>({
  app: [undefined, { option: true }],
  backEnd: [undefined, { option: true }],
  scenario: ['friend', { option: true }],
  liffOptions: [{}, { option: true }],
  unknownRequests: ['fail', { option: true }],

  emulation: async ({ app, backEnd, scenario, liffOptions, unknownRequests }, use, testInfo) => {
    const port = backEnd === undefined ? 0 : await freePort()
    const own = backEnd === undefined ? undefined : `http://localhost:${port}`
    const where = app ?? own ?? testInfo.project.use.baseURL
    if (where === undefined)
      throw new Error('The address of the app is missing: set `use: { app }` or `use: { baseURL }`')
    const webhook = backEnd?.webhook === undefined ? undefined : `${own}${backEnd.webhook}`
    // `context` intercepts links to LINE, so `page` can be the app's own document in every browser.
    const options = {
      guardedTab: false,
      ...liffOptions,
      ...withWebhook({ scenario, messaging: liffOptions.messaging }, webhook),
    }
    const variables = backEnd === undefined ? {} : await ownVariables(foldersOf(where))
    for (const description of unusableVariables(variables))
      testInfo.annotations.push({ type: 'warning', description })
    const emulator = await createLiffEmulator(withOwnCredentials(options, variables))
    const reserved = new Set([port])
    const running = await startProxy({ emulator, app: where, reserved })
    const access =
      backEnd === undefined
        ? null
        : await startBackEndAccess(emulator, running.url, { reserved, own: variables })
    const stop =
      backEnd === undefined || access === null
        ? async () => {}
        : await startBackEnd({ backEnd, port, env: access.env })
    await use({ emulator, url: running.url })
    await emulator.webhooksSettled()
    await stop()
    await access?.close()
    await running.close()
    await emulator.close()
    const unknown = unknownRequestsIn(emulator.requests())
    for (const description of unknown.errors)
      testInfo.annotations.push({ type: 'unknown request to LINE', description })
    if (unknownRequests === 'ignore' || !unknown.includesCall) return
    expect(unknown.errors, 'The app sent requests to LINE that the emulator does not support').toEqual([])
  },

  baseURL: async ({ emulation }, use) => use(emulation.url),

  context: async ({ context, emulation }, use) => {
    await interceptLine(context, emulation.emulator, emulation.url)
    await use(context)
  },

  line: async ({ emulation, page }, use) => use(createLineFixture({ ...emulation, page })),
})

export { expect }
