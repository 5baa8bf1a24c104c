import { SHORT_CODE_DIGITS } from './limits.ts'
import { asciiDigits, halfWidth } from './rules.ts'

/** 48 bits, so that every number is practically equally likely. In base64url, a character has 6 bits. */
const CHARACTERS = 8

/**
 * Returns the number that staff type if they cannot scan a check-in code. It is derived from the code's signature, so
 * it changes with the code, and a phone can compute it offline.
 */
export function shortCodeOf(payload: string): string {
  const mac = payload.slice(payload.lastIndexOf('.') + 1).slice(0, CHARACTERS)
  const bytes = atob(mac.replaceAll('-', '+').replaceAll('_', '/'))
  const value = [...bytes].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0)
  return String(value % 10 ** SHORT_CODE_DIGITS).padStart(SHORT_CODE_DIGITS, '0')
}

/** Splits the number into two halves, which are easier to read aloud and to type. */
export const shownShortCode = (digits: string): string =>
  `${digits.slice(0, SHORT_CODE_DIGITS / 2)} ${digits.slice(SHORT_CODE_DIGITS / 2)}`

/**
 * Returns a typed short code as ASCII digits, or null if the text is not a code. Accepts Thai and full-width digits,
 * spaces and dashes.
 */
export function readShortCode(typed: string): string | null {
  const digits = asciiDigits(halfWidth(typed)).replace(/[\s\p{Pd}]/gu, '')
  return digits.length === SHORT_CODE_DIGITS && /^\d+$/.test(digits) ? digits : null
}
