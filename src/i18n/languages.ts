import type { en } from './en.ts'

/** A language of the app. To add one, add an entry below and a file with its texts. */
export type Language = {
  /** The language's own name, as the settings show it. */
  readonly name: string
  /** Full and short month names, separated by spaces. */
  readonly months: string
  readonly shortMonths: string
  /** Added to the Gregorian year: 543 in the Buddhist calendar. */
  readonly yearOffset: number
  /** Text after a time of day. */
  readonly timeSuffix: string
  /** Returns the name of a province, district or subdistrict. English names exist for provinces only. */
  readonly placeName: (place: { readonly nameTh: string; readonly nameEn?: string }) => string
  /** True if place names need sorting. The server's lists are in Thai dictionary order. */
  readonly sortsPlaces: boolean
  /** Loads the texts. Null for Thai, whose texts are part of the scripts that use them. */
  readonly load: (() => Promise<typeof en>) | null
}

export const languages = {
  th: {
    name: 'ไทย',
    months: 'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
    shortMonths: 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.',
    yearOffset: 543,
    timeSuffix: '\u00a0น.',
    placeName: ({ nameTh }) => nameTh,
    sortsPlaces: false,
    load: null,
  },
  en: {
    name: 'English',
    months: 'January February March April May June July August September October November December',
    shortMonths: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec',
    yearOffset: 0,
    timeSuffix: '',
    placeName: ({ nameTh, nameEn }) => nameEn ?? nameTh,
    sortsPlaces: true,
    load: async () => (await import('./en.ts')).en,
  },
} as const satisfies Readonly<Record<string, Language>>

export type Lang = keyof typeof languages

/** Language of the entry script's texts, and of customers whose LINE language is not supported. */
const DEFAULT_LANG = 'th' satisfies Lang

export const langs = Object.keys(languages) as readonly Lang[]

/** Returns the app's language for a BCP 47 tag such as `en-US`. */
export const langFor = (tag: string): Lang => langs.find(lang => tag.startsWith(lang)) ?? DEFAULT_LANG
