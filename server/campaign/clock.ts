import { assertNever } from '#contract/assert-never.ts'
import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

export type Campaign = Awaited<ReturnType<typeof readCampaign>>
export type CampaignState = 'pending' | 'open' | 'ended'

/** Returns the database's only campaign. Throws UNAVAILABLE if it has not been created. */
export async function readCampaign(db: Db) {
  const row = await db.selectFrom('campaign').selectAll().orderBy('id').limit(1).executeTakeFirst()
  if (!row) throw new ApiError('UNAVAILABLE')
  return row
}

type Clocked = Pick<Campaign, 'mode' | 'opens_at' | 'closes_at'>

/** The organiser's `mode` overrides the dates unless it is `auto`. */
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

export function requireOpen(campaign: Clocked, now: number): void {
  const state = campaignState(campaign, now)
  if (state === 'pending') throw new ApiError('CAMPAIGN_NOT_STARTED')
  if (state === 'ended') throw new ApiError('CAMPAIGN_ENDED')
}

/** For a day after the close, also accepts receipts created during the campaign (`madeAt`). */
export function requireAcceptingReceipts(campaign: Clocked, now: number, madeAt: number | null): void {
  const wasOpen = madeAt !== null && madeAt >= campaign.opens_at && madeAt <= campaign.closes_at
  if (!wasOpen || !isGraceDay(campaign, now)) requireOpen(campaign, now)
}

/** Returns true for a day after the close, unless the organiser ended the campaign manually. */
export const isGraceDay = ({ mode, closes_at }: Clocked, now: number): boolean =>
  mode === 'auto' && now >= closes_at && now <= closes_at + LATE_RECEIPT_MS
