import type { Scenario, ScenarioInput } from '../scenario/schema.ts'
import type { Outcomes } from './mock-data.ts'
import type { LiffMockOptions } from './mock-line.ts'

/** Path of the dev server under which a page drives liff-mock. */
export const MOCK_PATH = '/__liff-mock'

/** What a page asks of the dev server: to open LINE in a scenario, or an act in one that it has opened. */
export type MockCall =
  | { readonly act: 'open'; readonly scenario: string | ScenarioInput; readonly options: LiffMockOptions }
  | { readonly act: 'change'; readonly id: string; readonly scenario: string | ScenarioInput }
  | { readonly act: 'completeLogin' | 'reopen' | 'end'; readonly id: string }

/** The answer: what liff-mock shows from now on, or why the call was refused. */
export type MockAnswer =
  | { readonly id: string; readonly scenario: Scenario; readonly outcomes: Outcomes }
  | { readonly error: string }
