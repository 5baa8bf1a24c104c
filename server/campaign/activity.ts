import type { Activity, DrawSeal } from '#contract/schema/master.ts'
import { isoOf } from '#contract/time.ts'
import { type Campaign, campaignState } from './clock.ts'
import { shownHashes } from './legal.ts'
import { SATANG } from './rights.ts'

type Around = {
  readonly now: number
  readonly receiptReader: boolean
  readonly drawSeal: DrawSeal | null
}

export function activityOf(campaign: Campaign, { now, receiptReader, drawSeal }: Around): Activity {
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
    drawSeal,
    features: {
      allowExternalBrowser: campaign.allow_external_browser === 1,
      drawId: campaign.draw_id,
      receiptReader,
    },
  }
}
