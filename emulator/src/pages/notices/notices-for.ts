import { preferredLanguage } from '../../own-language.ts'
import { acceptedLanguages } from './accepted-languages.ts'
import { en, type NoticeTexts } from './en.ts'
import { ja } from './ja.ts'
import { th } from './th.ts'

/**
 * Returns the texts of the emulator's own pages in the language that the browser prefers, or in English. LINE's pages
 * follow the phone's language instead (`pages/texts`).
 */
export function noticesFor({ headers }: { readonly headers: Headers }): NoticeTexts {
  return { en, ja, th }[preferredLanguage(acceptedLanguages(headers.get('accept-language') ?? ''))]
}
