import { test } from 'vitest'
import type { ScenarioInput } from '../scenario/schema.ts'
import { createMockLiff, type MockLiff, type MockLiffOptions } from './create-mock-liff.ts'

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
  mockLiff: async ({ scenario, liffOptions }, use) => use(await createMockLiff(scenario, liffOptions)),
})
