import type { App, ScenarioInput } from '../schema.ts'

/** A named situation as JSON: what it changes of the base scenario, and of every app in it. */
export type NamedScenario = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly patch?: { readonly [K in keyof Omit<ScenarioInput, 'name' | 'apps'>]?: unknown }
  /** Apps besides the first, each of them as that one is but for this. `suffix` follows the channel in the LIFF id. */
  readonly moreApps?: readonly ({ readonly suffix: string } & { readonly [K in keyof App]?: unknown })[]
  readonly everyApp?: { readonly [K in keyof App]?: unknown }
}
