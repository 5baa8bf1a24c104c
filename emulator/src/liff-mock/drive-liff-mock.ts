import type { ScenarioInput } from '../scenario/schema.ts'
import { type DrivenLiffMock, drive, type MockedLiff } from './driver.ts'
import { type LiffMockOptions, openMockLine } from './mock-line.ts'

export type { DrivenLiffMock } from './driver.ts'
export type { LiffMockOptions } from './mock-line.ts'

/**
 * Sets the data of liff-mock to a scenario, by default `friend`. `liff` is the app's own, with `LiffMockPlugin`
 * installed. The app may call `liff.init({ liffId, mock: true })` before or after. The values are those of headless
 * LIFF, and the tokens those of its emulated LINE. Rejects if liff-mock cannot express the scenario; the error says
 * why.
 */
export const driveLiffMock = (
  liff: MockedLiff,
  scenario: string | ScenarioInput = 'friend',
  options: LiffMockOptions = {},
): Promise<DrivenLiffMock> => drive(liff, () => openMockLine(scenario, options))
