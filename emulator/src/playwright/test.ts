import { test as base, expect } from '@playwright/test'
import { createLiffEmulator, type EmulatorOptions, type LiffEmulator } from '../emulator.ts'
import { isUnanswered } from '../platform/handle.ts'
import { startProxy } from '../proxy/start.ts'
import type { ScenarioInput } from '../scenario/schema.ts'
import { interceptLine } from './intercept.ts'
import { createLineFixture, type Line } from './line.ts'

export type { Line }

/** What `test.use` and the configuration's `use` may say. */
export type LiffOptions = {
  /** The address of the app's server, or the folder of its files. Left out: the project's `baseURL`. */
  app: string | undefined
  /** A named scenario, or one given whole. Default: `friend`. */
  scenario: string | ScenarioInput
  /** The rest of what `createLiffEmulator` takes: `liffId`, `apps`, `users`, … */
  liffOptions: Omit<EmulatorOptions, 'scenario'>
  /** What a request to a host or path of LINE's that is not emulated does to the test. Default: `fail`. */
  unknownRequests: 'fail' | 'ignore'
}

type Emulation = { readonly emulator: LiffEmulator; readonly url: string }

/**
 * Playwright's `test` with a LINE of its own for each test, on an origin of its own in front of the app: tests share
 * nothing and may run in parallel. `page` and `baseURL` are on that origin; `line` is the LINE.
 */
export const test = base.extend<LiffOptions & { line: Line; emulation: Emulation }>({
  app: [undefined, { option: true }],
  scenario: ['friend', { option: true }],
  liffOptions: [{}, { option: true }],
  unknownRequests: ['fail', { option: true }],

  emulation: async ({ app, scenario, liffOptions, unknownRequests }, use, testInfo) => {
    const where = app ?? testInfo.project.use.baseURL
    if (where === undefined) throw new Error('Where is the app? Set `use: { app }` or `use: { baseURL }`.')
    const emulator = await createLiffEmulator({ ...liffOptions, scenario })
    const running = await startProxy({ emulator, app: where })
    await use({ emulator, url: running.url })
    await running.close()
    await emulator.close()
    if (unknownRequests === 'ignore') return
    const unknown = emulator.requests().filter(isUnanswered)
    expect(
      unknown.map(({ error }) => error),
      'The app asked LINE for what the emulator does not know',
    ).toEqual([])
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
