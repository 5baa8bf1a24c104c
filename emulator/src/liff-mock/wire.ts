import type { Scenario, ScenarioInput } from '../scenario/schema.ts'
import type { Outcomes } from './mock-data.ts'
import type { LiffMockOptions } from './mock-line.ts'

export const MOCK_PATH = '/__liff-mock'

export type MockCall =
  | { readonly act: 'open'; readonly scenario: string | ScenarioInput; readonly options: LiffMockOptions }
  | { readonly act: 'change'; readonly id: string; readonly scenario: string | ScenarioInput }
  | { readonly act: 'completeLogin' | 'reopen' | 'end'; readonly id: string }

export type MockAnswer =
  | { readonly id: string; readonly scenario: Scenario; readonly outcomes: Outcomes }
  | { readonly error: string }
