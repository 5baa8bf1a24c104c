import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import type { Activity } from '#contract/schema/master.ts'
import { momentOf } from '#contract/time.ts'

type Dates = Pick<Activity, 'opensAt' | 'closesAt' | 'serverTime' | 'endPlatform' | 'pendingPlatform'>

/**
 * Returns the last moment (milliseconds since 1970) at which the server accepts a receipt that the customer made at
 * `madeAt` (server's clock): a day after the close. Null if the dates do not say so: for a receipt from outside the
 * campaign, and if the organiser has opened or ended the campaign by hand.
 */
export function arriveBy(campaign: Dates | null, madeAt: number): number | null {
  if (campaign === null) return null
  const { endPlatform, pendingPlatform } = campaign
  const [opens, closes] = [momentOf(campaign.opensAt), momentOf(campaign.closesAt)]
  const at = momentOf(campaign.serverTime)
  const followsDates = pendingPlatform === at < opens && endPlatform === at >= closes
  return followsDates && madeAt >= opens && madeAt <= closes ? closes + LATE_RECEIPT_MS : null
}
