import type { Scenario } from '../../scenario/schema.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { type ScreenTexts, th } from './th.ts'

/** Returns the texts of LINE's screens in the scenario's language, or in English for an unsupported language. */
export function textsFor({ environment }: Pick<Scenario, 'environment'>): ScreenTexts {
  const [language] = environment.language.toLowerCase().split('-')
  return [th, ja].find(({ lang }) => lang === language) ?? en
}
