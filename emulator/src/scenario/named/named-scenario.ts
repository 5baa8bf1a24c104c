import type { App, ScenarioInput } from '../schema.ts'

/** A named scenario: its changes to the base scenario and to its apps. */
export type NamedScenario = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly patch?: { readonly [K in keyof Omit<ScenarioInput, 'name' | 'apps'>]?: unknown }
  /** Additional apps: copies of the first one with these changes, and `suffix` after the hyphen of the LIFF ID. */
  readonly moreApps?: readonly ({ readonly suffix: string } & { readonly [K in keyof App]?: unknown })[]
  /** Changes to every app, including the additional ones. */
  readonly everyApp?: { readonly [K in keyof App]?: unknown }
}
