import type { Legal } from '#campaign/legal-facts.ts'
import type { en } from './en.ts'

/** A language of the app. To add one, add an entry below and a file with its strings. */
export type Language = {
  /** The name of the language in that language, as the settings screen shows it. */
  readonly name: string
  /** Full and short month names, separated by spaces. */
  readonly months: string
  readonly shortMonths: string
  /** Years to add to the Gregorian year: 543 for the Buddhist calendar. */
  readonly yearOffset: number
  /**
   * The plural categories of the language (CLDR), in the order in which its texts write the forms:
   * `{count:entry|entries}`.
   */
  readonly plurals: readonly Intl.LDMLPluralRule[]
  /** Suffix shown after a time of day. */
  readonly timeSuffix: string
  /** Returns the organiser's text in this language; the Thai text if it has none. */
  readonly content: (thai: string, english?: string | null) => string
  /** Returns the name of a province, district or subdistrict. Only provinces have English names. */
  readonly placeName: (place: { readonly nameTh: string; readonly nameEn?: string }) => string
  /** True if the app must sort place names, because the server sends them in Thai dictionary order. */
  readonly sortsPlaces: boolean
  /** Loads the strings. Null for Thai, whose strings are part of the scripts that use them. */
  readonly load: (() => Promise<typeof en>) | null
  /** Loads the terms and the privacy notice. */
  readonly loadLegal: () => Promise<Legal>
}

export const languages = {
  th: {
    name: 'ไทย',
    months: 'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
    shortMonths: 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.',
    yearOffset: 543,
    plurals: ['other'],
    timeSuffix: '\u00a0น.',
    content: thai => thai,
    placeName: ({ nameTh }) => nameTh,
    sortsPlaces: false,
    load: null,
    loadLegal: () => import('#campaign/legal.th.ts'),
  },
  en: {
    name: 'English',
    months: 'January February March April May June July August September October November December',
    shortMonths: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec',
    yearOffset: 0,
    plurals: ['one', 'other'],
    timeSuffix: '',
    content: (thai, english) => english || thai,
    placeName: ({ nameTh, nameEn }) => nameEn ?? nameTh,
    sortsPlaces: true,
    load: async () => (await import('./en.ts')).en,
    loadLegal: () => import('#campaign/legal.en.ts'),
  },
} as const satisfies Readonly<Record<string, Language>>

export type Lang = keyof typeof languages

/**
 * The language of the strings in the entry script. Also used if the app does not support the customer's LINE
 * language.
 */
export const DEFAULT_LANG = 'th' satisfies Lang

export const langs = Object.keys(languages) as readonly Lang[]

/** Returns the app's language for a BCP 47 tag such as `en-US`. */
export const langFor = (tag: string): Lang => langs.find(lang => tag.startsWith(lang)) ?? DEFAULT_LANG
