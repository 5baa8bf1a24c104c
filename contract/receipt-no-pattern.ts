import { normaliseReceiptNo } from './rules.ts'

/** Where a receipt shows its number. `title`: below the heading. */
export const receiptNoPlaces = ['top-left', 'top-right', 'title', 'middle', 'bottom'] as const
export type ReceiptNoPlace = (typeof receiptNoPlaces)[number]

/** A pattern such as `BD-####-######`: `#` is a digit, `@` is a letter, and other letters and digits are literal. */
export const RECEIPT_NO_PATTERN = /^[A-Za-z0-9ก-ฮ#@/ .:-]{3,40}$/

/** Ignores everything that does not count when numbers are compared, such as hyphens and letter case. */
export function fitsPattern(pattern: string, receiptNo: string): boolean {
  const signs = [...pattern].flatMap(sign => (/[#@]/.test(sign) ? [sign] : [...normaliseReceiptNo(sign)]))
  const number = [...normaliseReceiptNo(receiptNo)]
  const fits = (sign: string | undefined, part: string) =>
    sign === '#' ? /\d/.test(part) : sign === '@' ? /\p{L}/u.test(part) : sign === part
  return number.length === signs.length && number.every((part, n) => fits(signs[n], part))
}

/** Returns a number that fits the pattern, for a picture. */
export function exampleOf(pattern: string): string {
  let digits = 0
  let letters = 0
  return pattern.replace(/[#@]/g, sign =>
    sign === '#' ? String(++digits % 10) : String.fromCharCode(65 + (letters++ % 26)),
  )
}
