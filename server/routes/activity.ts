import { isoOf } from '#contract/time.ts'
import { campaignState, readCampaign } from '#server/campaign/clock.ts'
import { shownHashes } from '#server/campaign/legal.ts'
import { SATANG } from '#server/campaign/rights.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'activity'> = async ({ db, deps, now }) => {
  const campaign = await readCampaign(db)
  const state = campaignState(campaign, now)
  return {
    endPlatform: state === 'ended',
    pendingPlatform: state === 'pending',
    serverTime: isoOf(now),
    opensAt: isoOf(campaign.opens_at),
    closesAt: isoOf(campaign.closes_at),
    drawAt: isoOf(campaign.draw_at),
    announceAt: isoOf(campaign.announce_at),
    confirmBy: isoOf(campaign.confirm_by),
    termsVersion: campaign.terms_version,
    privacyVersion: campaign.privacy_version,
    textHashes: [...shownHashes],
    bahtPerRight: campaign.baht_per_right,
    minAmount: campaign.min_amount_satang / SATANG,
    maxReceiptsPerDay: campaign.max_receipts_per_day,
    minAge: campaign.min_age,
    reviewDays: campaign.review_days,
    permitNo: campaign.permit_no,
    features: {
      allowExternalBrowser: campaign.allow_external_browser === 1,
      drawId: campaign.draw_id,
      receiptReader: deps.receiptReader !== null,
    },
  }
}
