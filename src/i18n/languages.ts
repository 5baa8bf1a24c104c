import type { Legal } from '#campaign/legal-facts.ts'
import type { en } from './en.ts'

/** To add a language, add an entry below and a file of strings. */
export type Language = {
  /** The language's own name, shown in the settings. */
  readonly name: string
  /** Full and short month names, separated by spaces. */
  readonly months: string
  readonly shortMonths: string
  /** Years to add to the Gregorian year: 543 for the Buddhist calendar. */
  readonly yearOffset: number
  /** Plural categories (CLDR), in the order of the forms in the language's strings: `{count:entry|entries}`. */
  readonly plurals: readonly Intl.LDMLPluralRule[]
  /** Suffix after a time of day. */
  readonly timeSuffix: string
  /** Falls back to the Thai text if there is no translation. */
  readonly content: (thai: string, english?: string | null) => string
  /** Only provinces have English names. */
  readonly placeName: (place: { readonly nameTh: string; readonly nameEn?: string }) => string
  /** True if the app must sort place names: the server sends them in Thai dictionary order. */
  readonly sortsPlaces: boolean
  /** Null for Thai, whose strings are part of the scripts that use them. */
  readonly load: (() => Promise<typeof en>) | null
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

/** The language of the entry script's strings, and the fallback for unsupported LINE languages. */
export const DEFAULT_LANG = 'th' satisfies Lang

export const langs = Object.keys(languages) as readonly Lang[]

/** `tag` is a BCP 47 tag such as `en-US`. */
export const langFor = (tag: string): Lang => langs.find(lang => tag.startsWith(lang)) ?? DEFAULT_LANG
