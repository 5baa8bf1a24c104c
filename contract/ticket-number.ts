/**
 * Ticket numbers for people, such as `FF-004512-5`: the campaign's prefix, the ticket's running number with at least six
 * digits, and a check digit. The draw computes with this number.
 */

/** Least number of digits of the running number. */
const DIGITS = 6
/** Most digits of a running number, so that it fits PostgreSQL's `integer`. */
const MAX_DIGITS = 9

/**
 * Quasigroup of order 10 by H. M. Damm. Its check digit detects every wrong digit and every swap of two neighbouring
 * digits. Luhn misses the swap of 0 and 9, ISO 7064 with one decimal digit misses some swaps as well.
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

/** Returns the check digit of a string of digits. Leading zeros do not change it. */
const checkDigitOf = (digits: string): string =>
  [...digits].reduce((state, digit) => DAMM[Number(state)]?.[Number(digit)] ?? '', '0')

/** Returns the ticket number to show, for example `FF-004512-5`. `no` is the running number. */
export function ticketNumberOf(prefix: string, no: number): string {
  const digits = String(no).padStart(DIGITS, '0')
  return `${prefix}-${digits}-${checkDigitOf(digits)}`
}

/**
 * Why a text is not a ticket number of this campaign. `format`: too few or too many digits, or other characters.
 * `prefix`: the number belongs to another campaign. `check`: a digit is wrong, or two digits are swapped.
 */
export type TicketNumberProblem = 'format' | 'prefix' | 'check'

/**
 * Reads a typed or scanned ticket number. Accepts lower case, spaces, missing or other dashes, Thai digits and a missing
 * prefix. Returns the running number.
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
