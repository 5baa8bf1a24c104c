import type { Scenario } from '../../scenario/schema.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { type ScreenTexts, th } from './th.ts'

/** The texts of LINE's screens in the app's language; in English for one that they are not written in. */
export function textsFor({ environment }: Pick<Scenario, 'environment'>): ScreenTexts {
  const [language] = environment.language.toLowerCase().split('-')
  return [th, ja].find(({ lang }) => lang === language) ?? en
}
