import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import type { Activity } from '#contract/schema/master.ts'
import { momentOf } from '#contract/time.ts'

type Dates = Pick<Activity, 'opensAt' | 'closesAt' | 'serverTime' | 'endPlatform' | 'pendingPlatform'>

/**
 * Returns the receipt's deadline, a day after the campaign closes (server's clock, milliseconds since 1970). Null
 * outside the campaign, or if the organiser opened or ended it manually.
 */
export function arriveBy(campaign: Dates | null, madeAt: number): number | null {
  if (campaign === null) return null
  const { endPlatform, pendingPlatform } = campaign
  const [opens, closes] = [momentOf(campaign.opensAt), momentOf(campaign.closesAt)]
  const at = momentOf(campaign.serverTime)
  const followsDates = pendingPlatform === at < opens && endPlatform === at >= closes
  return followsDates && madeAt >= opens && madeAt <= closes ? closes + LATE_RECEIPT_MS : null
}
