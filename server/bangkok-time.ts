import { bangkokMinute } from '#contract/rules.ts'

/** A moment as the organiser's clock in Bangkok shows it, `2026-11-20 12:00`. */
export function bangkokTime(ms: number): string {
  return bangkokMinute(ms).replace('T', ' ')
}
