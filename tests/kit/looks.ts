/** Looks of the panel in which its parts are checked. Dark mode changes only colours, so one language is enough for it. */
export const LOOKS = [
  { colorScheme: 'light', lang: 'en', locale: 'en-US' },
  { colorScheme: 'light', lang: 'ja', locale: 'ja-JP' },
  { colorScheme: 'light', lang: 'th', locale: 'th-TH' },
  { colorScheme: 'dark', lang: 'th', locale: 'th-TH' },
] as const
