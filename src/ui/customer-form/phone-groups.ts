import { asciiDigits, normalisePhone } from '#contract/rules.ts'

/** The number of digits of a Thai mobile number, with its leading zero. */
const DIGITS = 10

/** Separators that people type in phone numbers. */
const SEPARATED = /^[\d\s().-]*$/

/**
 * Groups a phone number in the usual Thai way, `081-234-5678`, also while it is being typed. A pasted `+66…` becomes
 * `0…`. A text that cannot be a Thai mobile number, such as one with letters or more digits, stays as it is, so
 * that the customer sees what is wrong with it.
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

/** A text with the position of the caret in it. */
export type Caret = { readonly text: string; readonly at: number }

/**
 * Returns what an edit leaves in the field, and the caret's new position: after the same digit as before. `before` is
 * the field's text before the edit, and `typed` is what the browser made of it. Deleting only a dash deletes the digit
 * next to it, because the dash would come back.
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
  // A country code becomes one zero, so the digits before the caret are counted from the end.
  const after = digitsIn(asciiDigits(typed.text)).length - digitsBefore
  return placed(text, Math.max(0, digitsIn(text).length - after))
}

/** Puts the caret after this number of digits. */
function placed(text: string, digits: number): Caret {
  let at = 0
  for (let seen = 0; seen < digits && at < text.length; at += 1) if (/\d/.test(text[at] ?? '')) seen += 1
  return { text, at }
}

/** Adds the leading zero to a mobile number that was typed or filled in without it. */
export const withLeadingZero = (text: string): string => {
  const digits = digitsIn(text)
  return /^[689]\d{8}$/.test(digits) && SEPARATED.test(text) ? grouped(`0${digits}`) : text
}
