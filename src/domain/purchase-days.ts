import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS, momentOf } from '#contract/time.ts'

const DAYS_WITHOUT_DATES = 60

/** The campaign's days up to today as `YYYY-MM-DD` in Bangkok time, newest first. `now` is the server's time. */
export function purchaseDays(
  campaign: { readonly opensAt: string; readonly closesAt: string } | null,
  now: number,
): readonly string[] {
  const first = bangkokDay(campaign ? momentOf(campaign.opensAt) : now - DAYS_WITHOUT_DATES * DAY_MS)
  // `closesAt` is exclusive.
  const last = campaign ? Math.min(now, momentOf(campaign.closesAt) - 1) : now
  const days: string[] = []
  for (let ms = last; bangkokDay(ms) >= first; ms -= DAY_MS) days.push(bangkokDay(ms))
  return days
}

/** 1 January 1970 was a Thursday. */
const THURSDAY = 4

/** Returns 0 for Sunday. */
export const weekdayOf = (day: string): number => (momentOf(`${day}T00:00:00Z`) / DAY_MS + THURSDAY) % 7

export function partsOfPurchase(purchasedAt: string): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = purchasedAt.split('T')
  return { day, time }
}

export const purchaseOf = (day: string, time: string): string => (day || time ? `${day}T${time}` : '')
