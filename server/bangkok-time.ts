import { bangkokMinute } from '#contract/rules.ts'

/** Formats milliseconds in Bangkok time, for example `2026-11-20 12:00`. */
export function bangkokTime(ms: number): string {
  return bangkokMinute(ms).replace('T', ' ')
}
