import type { Liff } from '@line/liff'
import { test } from 'vitest'
import type { ScenarioInput } from '../scenario/schema.ts'
import { createMockLiff, type MockLiff, type MockLiffOptions } from './create-mock-liff.ts'

let running: Liff | null = null

/**
 * The `mockLiff.liff` of the test that runs, for an app that imports the SDK itself:
 * `vi.mock('@line/liff', async () => ({ default: (await import('liff-emulator/vitest')).liff }))`.
 * Tests that run at the same time in one file would share it.
 */
export const liff: Liff = new Proxy({} as Liff, {
  get(_, name) {
    if (running !== null) return Reflect.get(running, name) as unknown
    throw new Error(`liff.${String(name)} was used, and no test that takes \`mockLiff\` is running`)
  },
})

/**
 * Vitest's `test` with a phone of its own for each test: `liffTest('…', async ({ mockLiff }) => …)`. The scenario is
 * `friend`; `liffTest.extend({ scenario: 'not-friend' })` changes it, for a name or a scenario given whole.
 */
export const liffTest = test.extend<{
  scenario: string | ScenarioInput
  liffOptions: MockLiffOptions
  mockLiff: MockLiff
}>({
  scenario: 'friend',
  liffOptions: {},
  mockLiff: async ({ scenario, liffOptions }, use) => {
    const mockLiff = await createMockLiff(scenario, liffOptions)
    running = mockLiff.liff
    await use(mockLiff)
    running = null
  },
})
