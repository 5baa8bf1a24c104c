import { isOwnLanguage, type OwnLanguage, preferredLanguage } from '../../own-language.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import type { PanelTexts } from './panel-texts.ts'
import { th } from './th.ts'

/** The panel's texts in each language, in the order of the language menu. */
export const LANGUAGES: Readonly<Record<OwnLanguage, PanelTexts>> = { en, ja, th }

/** The user's choice: one of the languages, or that of the browser. */
export type LanguageChoice = OwnLanguage | 'browser'

/** Returns the panel's language for a stored choice. A choice that the panel does not know means the browser's language. */
export function languageFor(choice: string, browserLanguages: readonly string[]): OwnLanguage {
  return isOwnLanguage(choice) ? choice : preferredLanguage(browserLanguages)
}
