import { AGE } from '#contract/limits.ts'

/** Rules that the phone and the server apply alike: the phone to say it early, the server because it decides. */

/** The campaign's offset from UTC (Asia/Bangkok has no summer time), in milliseconds. */
const BANGKOK_OFFSET_MS = 7 * 60 * 60 * 1000

/** What Bangkok's clocks show at a moment, `YYYY-MM-DDTHH:mm`. */
export function bangkokMinute(ms: number): string {
  return new Date(ms + BANGKOK_OFFSET_MS).toISOString().slice(0, 16)
}

/** A minute of Bangkok's clocks, `YYYY-MM-DDTHH:mm`, as ISO-8601 with its offset. */
export const ofBangkok = (minute: string): string => `${minute}:00+07:00`

/** The day in Bangkok at a moment, `YYYY-MM-DD`. */
export function bangkokDay(ms: number): string {
  return bangkokMinute(ms).slice(0, 10)
}

/** Whole years between a birth date and a day, both `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** What an age allows: `refused` never, `minor` with a guardian, `adult` freely. `minAge` is the campaign's own. */
export function ageVerdict(age: number, minAge: number): 'refused' | 'minor' | 'adult' {
  if (age < Math.max(minAge, AGE.refused)) return 'refused'
  return age < AGE.adult ? 'minor' : 'adult'
}

/** A receipt number as it is compared: upper case, letters and digits only. */
export function normaliseReceiptNo(receiptNo: string): string {
  return receiptNo.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** Draw rights of a receipt: one for every full `bahtPerRight`, none below the minimum. Amounts in baht. */
export function rightsOf(amount: number, rule: { bahtPerRight: number; minAmount: number }): number {
  if (amount < rule.minAmount || rule.bahtPerRight <= 0) return 0
  return Math.floor(Math.round(amount * 100) / (rule.bahtPerRight * 100))
}

/** A Thai mobile number as typed, with or without +66, spaces and dashes, in the form the API takes; else as given. */
export function normalisePhone(typed: string): string {
  const thaiDigits = typed.replace(/[๐-๙]/g, digit => String(digit.charCodeAt(0) - 0x0e50))
  const digits = thaiDigits.replace(/[\s().-]/g, '').replace(/^(\+66|0066|66(?=\d{9}$))/, '0')
  return digits.replace(/^00/, '0')
}

/** The beginning of a text, at most `max` units long, without half of a sign that needs two: that is refused. */
export function clipped(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/** A location without its query and hash: launch credentials stand there, and must not be logged. */
export function stripQuery(location: string): string {
  return location.replace(/[?#].*$/s, '')
}
