import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS, momentOf } from '#contract/time.ts'

/** How many days before today can be chosen while the campaign's opening is not known. */
const DAYS_WITHOUT_DATES = 60

/**
 * Returns the days on which a receipt can have been bought, `YYYY-MM-DD` in Bangkok, newest first: the days of the
 * campaign until today. `now` is in milliseconds since 1970 (server clock).
 */
export function purchaseDays(
  campaign: { readonly opensAt: string; readonly closesAt: string } | null,
  now: number,
): readonly string[] {
  const first = bangkokDay(campaign ? momentOf(campaign.opensAt) : now - DAYS_WITHOUT_DATES * DAY_MS)
  // The campaign ends before the moment of its close.
  const last = campaign ? Math.min(now, momentOf(campaign.closesAt) - 1) : now
  const days: string[] = []
  for (let ms = last; bangkokDay(ms) >= first; ms -= DAY_MS) days.push(bangkokDay(ms))
  return days
}

/** The day of the week of 1 January 1970, when time begins. */
const THURSDAY = 4

/** Returns the day of the week of a day `YYYY-MM-DD`: 0 is Sunday. */
export const weekdayOf = (day: string): number => (momentOf(`${day}T00:00:00Z`) / DAY_MS + THURSDAY) % 7

/** Splits a typed purchase time `YYYY-MM-DDTHH:mm`. A part that has not been chosen yet is empty. */
export function partsOfPurchase(purchasedAt: string): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = purchasedAt.split('T')
  return { day, time }
}

/** Joins a day and a time. Empty if both are empty, so that an untouched field counts as empty. */
export const purchaseOf = (day: string, time: string): string => (day || time ? `${day}T${time}` : '')
