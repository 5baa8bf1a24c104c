const OWN_LANGUAGES = ['en', 'ja', 'th'] as const
export type OwnLanguage = (typeof OWN_LANGUAGES)[number]

export function isOwnLanguage(language: string): language is OwnLanguage {
  return OWN_LANGUAGES.some(known => known === language)
}

export function preferredLanguage(wanted: readonly string[]): OwnLanguage {
  const short = wanted.map(tag => tag.toLowerCase().split('-')[0] ?? '')
  return short.find(isOwnLanguage) ?? 'en'
}
