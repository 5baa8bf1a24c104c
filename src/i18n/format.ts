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
  /** Baht: `฿1,250.00`; whole amounts lose their zeros. */
  money(baht: number): string
}

const timeZone = 'Asia/Bangkok'

/** Dates in the Buddhist calendar in Thai, in the Gregorian one in English; numbers and money by Intl. */
function make(lang: Lang): Formats {
  const locale = lang === 'th' ? 'th-TH-u-ca-buddhist-nu-latn' : 'en-GB'
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    // Some engines write the era; Thai people never say it in a date.
    return (moment: Moment) =>
      format
        .formatToParts(new Date(moment))
        .filter(part => part.type !== 'era')
        .map(part => part.value)
        .join('')
        .trim()
        // A date that breaks over two lines is read as two things.
        .replaceAll(' ', '\u00a0')
  }
  const number = new Intl.NumberFormat(locale)
  const money = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'THB',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  const whole = money(0)
  const exact = money(2)
  const clock = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const time = (moment: Moment) => (lang === 'th' ? `${clock(moment)}\u00a0น.` : clock(moment))
  const shortDate = dates({ day: 'numeric', month: 'short', year: 'numeric' })
  return {
    date: dates({ day: 'numeric', month: 'long', year: 'numeric' }),
    shortDate,
    time,
    dateTime: moment => `${shortDate(moment)} ${time(moment)}`,
    number: value => number.format(value),
    money: baht => (Number.isInteger(baht) ? whole : exact).format(baht),
  }
}

const made = new Map<Lang, Formats>()

/** The formats of a language. Making one costs milliseconds on a slow phone, so each is made once. */
export function formatsOf(lang: Lang): Formats {
  const formats = made.get(lang) ?? make(lang)
  made.set(lang, formats)
  return formats
}
