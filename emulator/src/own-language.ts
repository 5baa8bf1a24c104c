/** Languages of the emulator's own texts: those of the panel, and of the pages that are not LINE's. */
const OWN_LANGUAGES = ['en', 'ja', 'th'] as const
export type OwnLanguage = (typeof OWN_LANGUAGES)[number]

/** True if the emulator has its own texts in this language. */
export function isOwnLanguage(language: string): language is OwnLanguage {
  return OWN_LANGUAGES.some(known => known === language)
}

/** Returns the first of a browser's languages in which the emulator has texts, or English. */
export function preferredLanguage(wanted: readonly string[]): OwnLanguage {
  const short = wanted.map(tag => tag.toLowerCase().split('-')[0] ?? '')
  return short.find(isOwnLanguage) ?? 'en'
}
