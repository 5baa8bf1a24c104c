import { bangkokMinute } from '#contract/rules.ts'
import { type Lang, type Language, languages } from './languages.ts'

/** Milliseconds since 1970 or an ISO 8601 string. All times are shown in Bangkok time. */
type Moment = number | string

export type Formats = {
  /** Example: `20 พฤศจิกายน 2569` */
  date(moment: Moment): string
  /** Example: `20 พ.ย. 2569` */
  shortDate(moment: Moment): string
  /** Example: `13:05 น.` */
  time(moment: Moment): string
  /** Example: `20 พ.ย. 2569 13:05 น.` */
  dateTime(moment: Moment): string
  number(value: number): string
  /** Falls back to the Thai text if there is no translation. */
  content(thai: string, english?: string | null): string
  /** Formats an amount in baht: `฿1,250.50`. Whole amounts have no decimals. */
  money(baht: number): string
}

const withCommas = (digits: string): string =>
  digits.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ','))

// Avoids `Intl`: formatting the first date on a page would take 20 ms even on a fast processor and delay home.
function formatsIn({ months, shortMonths, yearOffset, timeSuffix, content }: Language): Formats {
  const day = (moment: Moment, names: string) => {
    const [year, month, day] = partsOf(moment)
    // No-break spaces keep a date on one line.
    return `${day}\u00a0${names.split(' ')[month - 1]}\u00a0${year + yearOffset}`
  }
  const time = (moment: Moment) => `${clockOf(moment)}${timeSuffix}`
  const shortDate = (moment: Moment) => day(moment, shortMonths)
  return {
    date: moment => day(moment, months),
    shortDate,
    time,
    dateTime: moment => `${shortDate(moment)} ${time(moment)}`,
    content,
    number: value => withCommas(String(value)),
    money: baht => `฿${withCommas(Number.isInteger(baht) ? String(baht) : baht.toFixed(2))}`,
  }
}

const bangkok = (moment: Moment): string => bangkokMinute(new Date(moment).getTime())
/** The month is from 1 to 12. */
const partsOf = (moment: Moment) =>
  bangkok(moment).slice(0, 10).split('-').map(Number) as [number, number, number]
const clockOf = (moment: Moment): string => bangkok(moment).slice(11)

const formats = new Map<Lang, Formats>()

export function formatsOf(lang: Lang): Formats {
  const known = formats.get(lang) ?? formatsIn(languages[lang])
  formats.set(lang, known)
  return known
}
