import { AGE } from '#contract/limits.ts'

/**
 * Rules that both the phone and the server apply. The phone uses them for early feedback; the server decides.
 */

/** The campaign's offset from UTC (Asia/Bangkok has no summer time), in milliseconds. */
export const BANGKOK_OFFSET_MS = 7 * 60 * 60 * 1000

/** Returns the date and time in Bangkok, `YYYY-MM-DDTHH:mm`. `ms` is milliseconds since 1970. */
export function bangkokMinute(ms: number): string {
  return new Date(ms + BANGKOK_OFFSET_MS).toISOString().slice(0, 16)
}

/** Returns the date and time in Bangkok with seconds, `YYYY-MM-DDTHH:mm:ss`. `ms` is milliseconds since 1970. */
export function bangkokSecond(ms: number): string {
  return new Date(ms + BANGKOK_OFFSET_MS).toISOString().slice(0, 19)
}

/** Converts a Bangkok time `YYYY-MM-DDTHH:mm` to ISO 8601 with its UTC offset. */
export const ofBangkok = (minute: string): string => `${minute}:00+07:00`

/** Returns the date in Bangkok, `YYYY-MM-DD`. `ms` is milliseconds since 1970. */
export function bangkokDay(ms: number): string {
  return bangkokMinute(ms).slice(0, 10)
}

/** Returns the age in whole years on a day. Both dates are `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/**
 * Returns whether a customer of this age can register: not at all, only with a guardian's consent (`minor`),
 * or without one. The campaign sets `minAge`.
 */
export function ageVerdict(age: number, minAge: number): 'refused' | 'minor' | 'adult' {
  if (age < Math.max(minAge, AGE.refused)) return 'refused'
  return age < AGE.adult ? 'minor' : 'adult'
}

/**
 * Returns the terms or privacy notice in the form whose SHA-256 is recorded with a consent: composed (NFC), with single
 * spaces, and without the invisible characters that only say where Thai lines may break.
 */
export function normalisedLegalText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns a receipt number in the form used for comparison: upper case, letters and digits only. */
export function normaliseReceiptNo(receiptNo: string): string {
  return receiptNo.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/**
 * Returns the number of entries that a receipt earns: one for each full `bahtPerRight`, and none below
 * `minAmount`. Amounts are in baht.
 */
export function rightsOf(amount: number, rule: { bahtPerRight: number; minAmount: number }): number {
  if (amount < rule.minAmount || rule.bahtPerRight <= 0) return 0
  return Math.floor(Math.round(amount * 100) / (rule.bahtPerRight * 100))
}

/** Converts Thai digits to ASCII. */
export const asciiDigits = (text: string): string =>
  text.replace(/[๐-๙]/g, digit => String(digit.charCodeAt(0) - 0x0e50))

/** Converts a typed Thai mobile number (+66, spaces, dashes, Thai digits) to the form the API expects. */
export function normalisePhone(typed: string): string {
  const digits = asciiDigits(typed)
    .replace(/[\s().-]/g, '')
    .replace(/^(\+66|0066|66(?=\d{9}$))/, '0')
  return digits.replace(/^00/, '0')
}

/**
 * Cuts a string to at most `max` UTF-16 code units. A surrogate pair is never split, because the API rejects
 * half of one.
 */
export function clipped(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/**
 * Removes the query and hash from a URL or path. LINE puts credentials there when it opens the app, and they
 * must not be logged.
 */
export function stripQuery(location: string): string {
  return location.replace(/[?#].*$/s, '')
}
