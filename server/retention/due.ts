import { DAY_MS } from '#contract/time.ts'
import type { Campaign } from '#server/campaign/clock.ts'

/** Periods promised in the privacy notice. Both have the same start. */
const PERIOD_MS = { images: 90 * DAY_MS, people: 180 * DAY_MS } as const

/** The periods start at most this long after the close, even if the announcement is planned for later. */
const LATEST_START_AFTER_CLOSE_MS = 90 * DAY_MS

type Dated = Pick<Campaign, 'mode' | 'announced_at' | 'announce_at' | 'closes_at'>

/**
 * Returns when the photos and the personal data (`people`) must be deleted, in milliseconds since 1970. The periods
 * start at the announcement, its planned time, or three months after the close, whichever is first; otherwise a
 * campaign that is never announced would keep its data forever. Returns null if the organiser has opened the campaign
 * manually and not announced it.
 */
export function retentionDates(campaign: Dated): { images: number; people: number } | null {
  const { mode, announced_at, announce_at, closes_at } = campaign
  if (mode === 'open' && announced_at === null) return null
  const start = Math.min(
    announced_at ?? Number.POSITIVE_INFINITY,
    announce_at,
    closes_at + LATEST_START_AFTER_CLOSE_MS,
  )
  return { images: start + PERIOD_MS.images, people: start + PERIOD_MS.people }
}
