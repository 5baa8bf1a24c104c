import type { Scenario } from '../../scenario/schema.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { th, type Words } from './th.ts'

/** The words of LINE's screens in the app's language; in English for one that they are not written in. */
export function wordsOf({ environment }: Pick<Scenario, 'environment'>): Words {
  const [language] = environment.language.toLowerCase().split('-')
  return [th, ja].find(({ lang }) => lang === language) ?? en
}
