import { asciiDigits, normalisePhone } from '#contract/rules.ts'

/** Length of a Thai mobile number, including the leading zero. */
const DIGITS = 10

const SEPARATED = /^[\d\s().-]*$/

/**
 * Groups a complete or partial number in the usual Thai way, `081-234-5678`. A pasted `+66…` becomes `0…`. Other text
 * is returned unchanged, so that the customer sees the mistake.
 */
export function groupedPhone(typed: string): string {
  const whole = normalisePhone(typed)
  if (/^0\d{9}$/.test(whole)) return grouped(whole)
  const ascii = asciiDigits(typed)
  const digits = digitsIn(ascii)
  return SEPARATED.test(ascii) && digits.length <= DIGITS ? grouped(digits) : typed
}

const grouped = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-')

const digitsIn = (text: string): string => text.replace(/\D/g, '')

export type Caret = { readonly text: string; readonly at: number }

/**
 * Keeps the caret after the same digit. Deleting a dash also deletes the digit next to it; otherwise the dash would
 * come back.
 */
export function editPhone(before: string, typed: Caret, deleted: 'backward' | 'forward' | null): Caret {
  const digitsBefore = digitsIn(asciiDigits(typed.text.slice(0, typed.at))).length
  const onlyDash = deleted !== null && typed.text !== before && groupedPhone(typed.text) === before
  if (onlyDash) {
    const gone = deleted === 'backward' ? digitsBefore - 1 : digitsBefore
    const digits = digitsIn(typed.text)
    return placed(groupedPhone(digits.slice(0, gone) + digits.slice(gone + 1)), gone)
  }
  const text = groupedPhone(typed.text)
  if (text === typed.text) return typed
  // The country code is replaced with a single zero, so find the caret by counting the digits after it.
  const after = digitsIn(asciiDigits(typed.text)).length - digitsBefore
  return placed(text, Math.max(0, digitsIn(text).length - after))
}

function placed(text: string, digits: number): Caret {
  let at = 0
  for (let seen = 0; seen < digits && at < text.length; at += 1) if (/\d/.test(text[at] ?? '')) seen += 1
  return { text, at }
}

/** Adds the leading zero to a mobile number that was typed or autofilled without it. */
export const withLeadingZero = (text: string): string => {
  const digits = digitsIn(text)
  return /^[689]\d{8}$/.test(digits) && SEPARATED.test(text) ? grouped(`0${digits}`) : text
}
