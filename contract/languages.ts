export const langs = ['th', 'en'] as const
export type Lang = (typeof langs)[number]

/** A text in both languages. */
export type Words = Readonly<Record<Lang, string>>
