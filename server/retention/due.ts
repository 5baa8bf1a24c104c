import { DAY_MS } from '#contract/time.ts'
import type { Campaign } from '#server/campaign/clock.ts'

/** Retention periods in milliseconds that start together, as the privacy notice promises them. */
const PERIOD_MS = { images: 90 * DAY_MS, people: 180 * DAY_MS } as const

/** The periods start at the latest this long after the close, however late the announcement is planned. */
const LATEST_START_AFTER_CLOSE_MS = 90 * DAY_MS

type Dated = Pick<Campaign, 'mode' | 'announced_at' | 'announce_at' | 'closes_at'>

/**
 * Returns when the photos and the personal data (`people`) are due for deletion, in milliseconds. The periods start at
 * the announcement, at its planned time or three months after the close, whichever is first, because a campaign that is
 * never announced would otherwise keep its data for ever. Returns null if the organiser has opened the campaign by hand
 * and not announced it: customers still take part, whatever the dates are.
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
