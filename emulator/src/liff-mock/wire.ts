import type { Scenario, ScenarioInput } from '../scenario/schema.ts'
import type { Outcomes } from './mock-data.ts'
import type { LiffMockOptions } from './mock-line.ts'

/** Path on the dev server to which a page sends its requests. */
export const MOCK_PATH = '/__liff-mock'

/** A request of the page to the dev server: opens an emulated LINE in a scenario, or acts in one that is already open. */
export type MockCall =
  | { readonly act: 'open'; readonly scenario: string | ScenarioInput; readonly options: LiffMockOptions }
  | { readonly act: 'change'; readonly id: string; readonly scenario: string | ScenarioInput }
  | { readonly act: 'completeLogin' | 'reopen' | 'end'; readonly id: string }

/** The dev server's response: the new results for liff-mock, or the reason why it refused the request. */
export type MockAnswer =
  | { readonly id: string; readonly scenario: Scenario; readonly outcomes: Outcomes }
  | { readonly error: string }
