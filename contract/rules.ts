import { AGE } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'

/** Rules that both the phone and the server apply. The phone only gives early feedback; the server decides. */

/** Asia/Bangkok has no daylight saving time. */
export const BANGKOK_OFFSET_MS = 7 * HOUR_MS

/** Formats milliseconds since 1970 as Bangkok time, `YYYY-MM-DDTHH:mm`. */
export function bangkokMinute(ms: number): string {
  return new Date(ms + BANGKOK_OFFSET_MS).toISOString().slice(0, 16)
}

/** Formats milliseconds since 1970 as Bangkok time, `YYYY-MM-DDTHH:mm:ss`. */
export function bangkokSecond(ms: number): string {
  return new Date(ms + BANGKOK_OFFSET_MS).toISOString().slice(0, 19)
}

/** Converts a Bangkok time `YYYY-MM-DDTHH:mm` to ISO 8601 with its UTC offset. */
export const ofBangkok = (minute: string): string => `${minute}:00+07:00`

/** Formats milliseconds since 1970 as a Bangkok date, `YYYY-MM-DD`. */
export function bangkokDay(ms: number): string {
  return bangkokMinute(ms).slice(0, 10)
}

/** Returns the age in whole years. Both dates are `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** A `minor` needs a guardian's consent. The campaign sets `minAge`. */
export function ageVerdict(age: number, minAge: number): 'refused' | 'minor' | 'adult' {
  if (age < Math.max(minAge, AGE.refused)) return 'refused'
  return age < AGE.adult ? 'minor' : 'adult'
}

/**
 * Normalises a legal text before its SHA-256 is recorded with a consent: NFC, single spaces, and without the invisible
 * characters that mark possible line breaks in Thai text.
 */
export function normalisedLegalText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Converts full-width characters and spaces. Unlike NFKC, does not turn `1250⁵⁰` into 125050. */
export const halfWidth = (typed: string): string =>
  typed
    .replace(/[\uff01-\uff5e]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')

/**
 * Converts a receipt number to plain characters: full-width characters and Thai digits become plain ones, all kinds of
 * dashes become hyphens, and invisible characters are removed.
 */
export const plainReceiptNo = (typed: string): string =>
  halfWidth(typed)
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\u20e3|\ufe0e|\ufe0f/g, '')
    .replace(/[๐-๙]/g, digit => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[\p{Pd}\u2043\u2212\u2500\u30fc\uff70]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the letters and digits of a receipt number, to compare numbers that are written differently. */
export const normaliseReceiptNo = (receiptNo: string): string =>
  plainReceiptNo(receiptNo)
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * Returns the number of entries for a receipt: one per full `bahtPerRight`, or 0 below `minAmount`. Amounts are in
 * baht.
 */
export function rightsOf(amount: number, rule: { bahtPerRight: number; minAmount: number }): number {
  if (amount < rule.minAmount || rule.bahtPerRight <= 0) return 0
  return Math.floor(Math.round(amount * 100) / (rule.bahtPerRight * 100))
}

export const asciiDigits = (text: string): string =>
  text.replace(/[๐-๙]/g, digit => String(digit.charCodeAt(0) - 0x0e50))

/** Converts a Thai mobile number as typed (+66, spaces, dashes, Thai digits) to the API's format. */
export function normalisePhone(typed: string): string {
  const digits = asciiDigits(typed)
    .replace(/[\s().-]/g, '')
    .replace(/^(\+66|0066|66(?=\d{9}$))/, '0')
  return digits.replace(/^00/, '0')
}

/** Cuts a string to `max` UTF-16 code units without splitting a surrogate pair, which the API would reject. */
export function clipped(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/** Removes the query and hash, where LINE puts credentials, which must not be logged. */
export function stripQuery(location: string): string {
  return location.replace(/[?#].*$/s, '')
}
