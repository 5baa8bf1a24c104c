import type { ScenarioInput } from '../scenario/schema.ts'
import { type DrivenLiffMock, drive, type MockedLiff } from './driver.ts'
import { type LiffMockOptions, openMockLine } from './mock-line.ts'

export type { DrivenLiffMock } from './driver.ts'
export type { LiffMockOptions } from './mock-line.ts'

/**
 * Sets liff-mock's data to match a scenario, `friend` by default. `liff` is the app's own object with `LiffMockPlugin`
 * installed; the app may call `liff.init({ liffId, mock: true })` before or after this. The emulated LINE accepts the
 * tokens. Rejects with the reason if liff-mock cannot express the scenario.
 */
export const driveLiffMock = (
  liff: MockedLiff,
  scenario: string | ScenarioInput = 'friend',
  options: LiffMockOptions = {},
): Promise<DrivenLiffMock> => drive(liff, () => openMockLine(scenario, options))
