import { test as base, expect } from '@playwright/test'
import { createLiffEmulator, type LiffEmulator } from '../emulator.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import { unknownRequestsIn } from '../platform/handle.ts'
import { startProxy } from '../proxy/start.ts'
import type { ScenarioInput } from '../scenario/schema.ts'
import { interceptLine } from './intercept.ts'
import { createLineFixture, type Line } from './line.ts'

export type { Line }

/** Options for `test.use` and for `use` in the configuration. */
export type LiffOptions = {
  /** The URL of the app's server, or the folder of its files. Default: the project's `baseURL`. */
  app: string | undefined
  /** The name of a scenario, or a complete scenario. Default: `friend`. */
  scenario: string | ScenarioInput
  /** The other options of `createLiffEmulator`: `liffId`, `apps`, `users`, … */
  liffOptions: Omit<EmulatorOptions, 'scenario'>
  /**
   * If `fail`, a call of one of LINE's APIs that is not emulated fails the test, and the failure names every
   * request that the emulator does not know. Other unknown requests, such as an image, only become annotations
   * of the test. Default: `fail`.
   */
  unknownRequests: 'fail' | 'ignore'
}

type Emulation = { readonly emulator: LiffEmulator; readonly url: string }

/**
 * Playwright's `test` with a separate emulated LINE for each test. It serves the app and LINE on an origin of
 * its own, which `page` and `baseURL` use. Tests share nothing and can run in parallel. `line` controls the
 * emulated LINE.
 */
export const test = base.extend<LiffOptions & { line: Line; emulation: Emulation }>({
  app: [undefined, { option: true }],
  scenario: ['friend', { option: true }],
  liffOptions: [{}, { option: true }],
  unknownRequests: ['fail', { option: true }],

  emulation: async ({ app, scenario, liffOptions, unknownRequests }, use, testInfo) => {
    const where = app ?? testInfo.project.use.baseURL
    if (where === undefined)
      throw new Error('The address of the app is missing: set `use: { app }` or `use: { baseURL }`')
    // `context` answers what leaves for LINE, so that `page` can be the app's own document in every browser.
    const emulator = await createLiffEmulator({ guardedTab: false, ...liffOptions, scenario })
    const running = await startProxy({ emulator, app: where })
    await use({ emulator, url: running.url })
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

  line: async ({ emulation, page }, use) =>
    use(createLineFixture({ ...emulation, goto: url => page.goto(url) })),
})

export { expect }
