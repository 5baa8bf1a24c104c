import { momentOf } from '#contract/time.ts'
import { campaignState, readCampaign } from '#server/campaign/clock.ts'
import { requireReward, rewardRowOf } from '#server/campaign/reward.ts'
import { bangkokText } from '../bangkok-text.ts'
import { type ContentOf, plain } from '../content.ts'

const couponExpiring: ContentOf = async (db, { subject, customer_id }, now) => {
  if (!(await rewardRowOf(db, customer_id))) return null
  const { items } = await requireReward(db, customer_id, now)
  const [type = '', closes = ''] = subject.split(':')
  const item = items.find(({ rewardType }) => rewardType === type)
  if (!item) return null
  const closesAt = bangkokText(Number(closes))
  return {
    texts: 'coupon-expiring',
    th: { reward: item.titleTh, closes: closesAt.th },
    en: { reward: item.titleEn ?? item.titleTh, closes: closesAt.en },
    path: '/qrcode?show=rewards',
    ...plain,
    endsAt: Number(closes),
    isCurrent:
      item.state === 'available' && item.closesAt !== null && momentOf(item.closesAt) === Number(closes),
  }
}

/** The subject is the end of the campaign, as a timestamp in milliseconds. */
const campaignClosing: ContentOf = async (db, { subject }, now) => {
  const campaign = await readCampaign(db)
  const closes = bangkokText(Number(subject))
  return {
    texts: 'campaign-closing',
    th: { closes: closes.th },
    en: { closes: closes.en },
    path: '/receipt',
    ...plain,
    // The organiser may keep the campaign open after this date.
    endsAt: Number(subject),
    isCurrent: String(campaign.closes_at) === subject && campaignState(campaign, now) === 'open',
  }
}

export const reminderContents = {
  'coupon-expiring': couponExpiring,
  'campaign-closing': campaignClosing,
}
