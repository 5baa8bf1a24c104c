import { bangkokSecond } from '#contract/rules.ts'

/** Returns a time as a browser's input shows it: date and time in Bangkok. Empty for null. */
export const inputOf = (ms: number | null): string => (ms === null ? '' : bangkokSecond(ms))

/** Returns the milliseconds since 1970 of a browser's input; null if it is empty or not complete. */
export function momentIn(text: string): number | null {
  const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00` : text
  const ms = Date.parse(`${whole}+07:00`)
  return Number.isFinite(ms) ? ms : null
}
