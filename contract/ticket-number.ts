/**
 * Ticket numbers such as `FF-004512-5` consist of the campaign's prefix, a sequential number with at least six digits,
 * and a check digit.
 */

const DIGITS = 6
/** A longer number may not fit into PostgreSQL's `integer`. */
const MAX_DIGITS = 9

/**
 * A quasigroup of order 10 by H. M. Damm. It detects every wrong digit and every swap of adjacent digits. Luhn does not
 * detect a swap of 0 and 9, and ISO 7064 with one decimal digit misses some swaps.
 */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

/** Leading zeros do not change the check digit. */
const checkDigitOf = (digits: string): string =>
  [...digits].reduce((state, digit) => DAMM[Number(state)]?.[Number(digit)] ?? '', '0')

export function ticketNumberOf(prefix: string, no: number): string {
  const digits = String(no).padStart(DIGITS, '0')
  return `${prefix}-${digits}-${checkDigitOf(digits)}`
}

/**
 * `format`: the length or a character is wrong. `prefix`: the number is from another campaign. `check`: a digit is
 * wrong, or two digits are swapped.
 */
export type TicketNumberProblem = 'format' | 'prefix' | 'check'

/**
 * Parses a typed or scanned ticket number. Accepts lower case, spaces, missing or different dashes, Thai digits and a
 * missing prefix.
 */
export function readTicketNumber(
  typed: string,
  prefix: string,
): { readonly no: number } | { readonly problem: TicketNumberProblem } {
  const plain = typed
    .normalize('NFKC')
    .replace(/[๐-๙]/g, digit => String(digit.charCodeAt(0) - 0x0e50))
    .toUpperCase()
    .replace(/[\s\p{Dash_Punctuation}\p{Cf}\u2212_.]/gu, '')
  const [, letters = '', digits = '', check = ''] = /^([A-Z]*)(\d+)(\d)$/.exec(plain) ?? []
  if (digits.length < DIGITS || digits.length > MAX_DIGITS) return { problem: 'format' }
  if (letters !== '' && letters !== prefix.toUpperCase()) return { problem: 'prefix' }
  return checkDigitOf(digits) === check ? { no: Number(digits) } : { problem: 'check' }
}
