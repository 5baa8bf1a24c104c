import type { Liff } from '@line/liff'
import { test } from 'vitest'
import type { ScenarioInput } from '../scenario/schema.ts'
import { createHeadlessLiff, type HeadlessLiff, type HeadlessLiffOptions } from './create-headless-liff.ts'

let running: Liff | null = null

/**
 * The running test's `liff`, for an app that imports the SDK itself: `vi.mock('@line/liff', async () => ({ default:
 * (await import('liff-emulator/vitest')).liff }))`. Do not use it with `test.concurrent`, whose tests would share it.
 */
export const liff: Liff = new Proxy({} as Liff, {
  get(_, name) {
    if (running !== null) return Reflect.get(running, name) as unknown
    throw new Error(`liff.${String(name)} was used, but no test with the \`headlessLiff\` fixture is running`)
  },
})

/**
 * Vitest's `test` with a separate phone for each test: `liffTest('…', async ({ headlessLiff }) => …)`. The global
 * `fetch` sends requests for LINE's hosts to the emulated LINE. The default scenario is `friend`; choose another with
 * `liffTest.extend({ scenario: 'not-friend' })`.
 */
export const liffTest = test.extend<{
  scenario: string | ScenarioInput
  liffOptions: HeadlessLiffOptions
  headlessLiff: HeadlessLiff
}>({
  scenario: 'friend',
  liffOptions: {},
  headlessLiff: async ({ scenario, liffOptions }, use) => {
    const headlessLiff = await createHeadlessLiff(scenario, liffOptions)
    running = headlessLiff.liff
    const { fetch } = globalThis
    globalThis.fetch = headlessLiff.pageFetch
    await use(headlessLiff)
    globalThis.fetch = fetch
    running = null
    await headlessLiff.close()
  },
})
