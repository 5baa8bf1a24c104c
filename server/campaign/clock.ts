import { assertNever } from '#contract/assert-never.ts'
import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

/** The campaign's row. */
export type Campaign = Awaited<ReturnType<typeof readCampaign>>
export type CampaignState = 'pending' | 'open' | 'ended'

/** The one campaign of this database; UNAVAILABLE while there is none. */
export async function readCampaign(db: Db) {
  const row = await db.selectFrom('campaign').selectAll().orderBy('id').limit(1).executeTakeFirst()
  if (!row) throw new ApiError('UNAVAILABLE')
  return row
}

type Clocked = Pick<Campaign, 'mode' | 'opens_at' | 'closes_at'>

/** Before, in or after the campaign at a moment (milliseconds): by the clock, unless the organiser says otherwise. */
export function campaignState(campaign: Clocked, now: number): CampaignState {
  switch (campaign.mode) {
    case 'auto':
      if (now < campaign.opens_at) return 'pending'
      return now < campaign.closes_at ? 'open' : 'ended'
    case 'pending':
    case 'open':
    case 'ended':
      return campaign.mode
    default:
      return assertNever(campaign.mode)
  }
}

/** Refuses what only an open campaign takes. */
export function requireOpen(campaign: Clocked, now: number): void {
  const state = campaignState(campaign, now)
  if (state === 'pending') throw new ApiError('CAMPAIGN_NOT_STARTED')
  if (state === 'ended') throw new ApiError('CAMPAIGN_ENDED')
}

/**
 * Refuses a receipt outside the campaign. One that the phone made before the close (`madeAt`) and could not send
 * is taken for a day after it. Where the organiser has ended the campaign by hand, nothing is taken any more.
 */
export function requireAcceptingReceipts(campaign: Clocked, now: number, madeAt: number | null): void {
  const late =
    campaign.mode === 'auto' &&
    madeAt !== null &&
    madeAt >= campaign.opens_at &&
    madeAt <= campaign.closes_at &&
    now >= campaign.closes_at &&
    now <= campaign.closes_at + LATE_RECEIPT_MS
  if (!late) requireOpen(campaign, now)
}
