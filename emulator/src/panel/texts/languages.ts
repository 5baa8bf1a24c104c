import { isOwnLanguage, type OwnLanguage, preferredLanguage } from '../../own-language.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import type { PanelTexts } from './panel-texts.ts'
import { th } from './th.ts'

/** The keys are in the order of the language menu. */
export const LANGUAGES: Readonly<Record<OwnLanguage, PanelTexts>> = { en, ja, th }

export type LanguageChoice = OwnLanguage | 'browser'

/** If the stored choice is unknown, returns the browser's language. */
export function languageFor(choice: string, browserLanguages: readonly string[]): OwnLanguage {
  return isOwnLanguage(choice) ? choice : preferredLanguage(browserLanguages)
}
