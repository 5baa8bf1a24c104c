import type { Scenario } from '../../scenario/schema.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { type ScreenTexts, th } from './th.ts'

/**
 * Returns the texts of LINE's screens in the first supported language of `preferred`, otherwise in the scenario's
 * language, or in English for an unsupported language.
 */
export function textsFor(
  { environment }: Pick<Scenario, 'environment'>,
  preferred: readonly string[] = [],
): ScreenTexts {
  const supported = (language: string) =>
    [th, ja, en].find(({ lang }) => lang === language.toLowerCase().split('-', 1)[0])
  const [texts = en] = [...preferred, environment.language].flatMap(language => supported(language) ?? [])
  return texts
}
