import { bangkokSecond } from '#contract/rules.ts'
import { gregorian } from '#contract/time.ts'

/** Formats a time for a browser's input, in Bangkok time. */
export const inputOf = (ms: number | null): string => (ms === null ? '' : bangkokSecond(ms))

/**
 * Converts a browser's input in Bangkok time to milliseconds since 1970; null if it is empty or incomplete. The
 * year may be of the Buddhist era.
 */
export function momentIn(typed: string): number | null {
  const text = gregorian(typed)
  const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00` : text
  const ms = Date.parse(`${whole}+07:00`)
  return Number.isFinite(ms) ? ms : null
}

/** Like `momentIn`, but null only if the input is empty, and NaN if it is wrong. */
export const timeIn = (typed: string): number | null =>
  typed === '' ? null : (momentIn(typed) ?? Number.NaN)

/** Returns the lines of a text area without empty ones. */
export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
