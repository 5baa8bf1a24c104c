import type { OwnLanguage } from '../../own-language.ts'
import type { ScenarioName } from '../../scenario/named.ts'
import type { en } from './en.ts'
import type { ScenarioText } from './types.ts'

/** The English texts define the fields of every language. */
export type PanelTexts = Readonly<Omit<typeof en, 'lang' | 'scenarios'>> & {
  readonly lang: OwnLanguage
  /** If a scenario is missing, the emulator's English strings are used. */
  readonly scenarios: Readonly<Partial<Record<ScenarioName, ScenarioText>>>
}

export function scenarioTextIn(
  { scenarios }: Pick<PanelTexts, 'scenarios'>,
  scenario: ScenarioText & { readonly name: string },
): ScenarioText {
  return (scenarios as Readonly<Record<string, ScenarioText | undefined>>)[scenario.name] ?? scenario
}
