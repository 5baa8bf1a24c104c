import { bangkokMinute } from '#contract/rules.ts'
import type { Lang } from '#src/state/types.ts'

/** Moments are milliseconds since 1970 or ISO-8601 texts; all are shown as Bangkok sees them. */
type Moment = number | string

export type Formats = {
  /** `20 พฤศจิกายน 2569` */
  date(moment: Moment): string
  /** `20 พ.ย. 2569` */
  shortDate(moment: Moment): string
  /** `13:05 น.` */
  time(moment: Moment): string
  /** `20 พ.ย. 2569 13:05 น.` */
  dateTime(moment: Moment): string
  number(value: number): string
  /** Baht: `฿1,250.50`; whole amounts lose their zeros. */
  money(baht: number): string
}

// Not by Intl: its first date of a page takes 20 ms of a fast processor, and home waits for it.
/** Thai years are ahead of the Gregorian ones. */
export const BUDDHIST_OFFSET = 543

const months = {
  th: 'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
  en: 'January February March April May June July August September October November December',
}
const shortMonths = {
  th: 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.',
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec',
}

/** Commas between the thousands; what stands behind a point is left as it is. */
const grouped = (digits: string): string =>
  digits.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** The formats of a language: dates in the Buddhist calendar in Thai, in the Gregorian one in English. */
function make(lang: Lang): Formats {
  const day = (moment: Moment, names: string) => {
    const [year, month, day] = partsOf(moment)
    // A date that breaks over two lines is read as two things.
    return `${day}\u00a0${names.split(' ')[month - 1]}\u00a0${lang === 'th' ? year + BUDDHIST_OFFSET : year}`
  }
  const time = (moment: Moment) => `${clockOf(moment)}${lang === 'th' ? '\u00a0น.' : ''}`
  const shortDate = (moment: Moment) => day(moment, shortMonths[lang])
  return {
    date: moment => day(moment, months[lang]),
    shortDate,
    time,
    dateTime: moment => `${shortDate(moment)} ${time(moment)}`,
    number: value => grouped(String(value)),
    money: baht => `฿${grouped(Number.isInteger(baht) ? String(baht) : baht.toFixed(2))}`,
  }
}

const bangkok = (moment: Moment): string => bangkokMinute(new Date(moment).getTime())
/** Year, month and day, each from 1. */
const partsOf = (moment: Moment) =>
  bangkok(moment).slice(0, 10).split('-').map(Number) as [number, number, number]
const clockOf = (moment: Moment): string => bangkok(moment).slice(11)

const made = { th: make('th'), en: make('en') }

export const formatsOf = (lang: Lang): Formats => made[lang]
