import { momentOf } from '#contract/time.ts'
import { campaignState, readCampaign } from '#server/campaign/clock.ts'
import { requireReward, rewardRowOf } from '#server/campaign/reward.ts'
import { couponsIn } from '#server/message-queue/subjects.ts'
import { bangkokText } from '../bangkok-text.ts'
import { type ContentOf, plain } from '../content.ts'

/** Lists the coupons of the subject that the customer can still use. */
const couponExpiring: ContentOf = async (db, { subject, customer_id }, now) => {
  if (!(await rewardRowOf(db, customer_id))) return null
  const { items } = await requireReward(db, customer_id, now)
  const coupons = couponsIn(subject).flatMap(({ rewardType, closesAt }) => {
    const item = items.find(one => one.rewardType === rewardType)
    if (!item) return []
    const isUsable =
      item.state === 'available' && item.closesAt !== null && momentOf(item.closesAt) === closesAt
    const closes = bangkokText(closesAt)
    return {
      isUsable,
      closesAt,
      th: { reward: item.titleTh, closes: closes.th },
      en: { reward: item.titleEn ?? item.titleTh, closes: closes.en },
    }
  })
  const usable = coupons.filter(({ isUsable }) => isUsable)
  return {
    texts: 'coupon-expiring',
    th: usable.map(({ th }) => th),
    en: usable.map(({ en }) => en),
    path: '/qrcode?show=rewards',
    ...plain,
    endsAt: Math.max(...coupons.map(({ closesAt }) => closesAt)),
    isCurrent: usable.length > 0,
    canChange: true,
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
