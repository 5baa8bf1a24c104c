import { preferredLanguage } from '../../own-language.ts'
import { acceptedLanguages } from './accepted-languages.ts'
import { en, type NoticeTexts } from './en.ts'
import { ja } from './ja.ts'
import { th } from './th.ts'

/** The emulator's own pages use the browser's language, and LINE's pages the phone's (`pages/texts`). */
export function noticesFor({ headers }: { readonly headers: Headers }): NoticeTexts {
  return { en, ja, th }[preferredLanguage(acceptedLanguages(headers.get('accept-language') ?? ''))]
}
