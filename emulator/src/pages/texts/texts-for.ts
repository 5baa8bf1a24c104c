import { preferredLanguage } from '../../own-language.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { type ScreenTexts, th } from './th.ts'

/** Uses the first supported language in `preferred`, then the scenario's language, then English. */
export function textsFor(
  { environment }: Pick<Scenario, 'environment'>,
  preferred: readonly string[] = [],
): ScreenTexts {
  return { en, ja, th }[preferredLanguage([...preferred, environment.language])]
}
