import type { Activity } from '#contract/schema/master.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { momentOf } from '#contract/time.ts'
import { latestValue } from '#src/state/resource.ts'
import type { App, Resource } from '#src/state/types.ts'

export type HomeData = {
  /** The registered first name, or the LINE display name before registration. */
  readonly name: string | null
  readonly picture: string | null
  readonly activity: Activity | null
  /** When the campaign closes, in milliseconds; null if unknown or past. */
  readonly closesAt: number | null
  readonly reward: Resource<Reward | null>
  /** Where the customer sees the draw result; null before the announcement. */
  readonly result: '/confirm' | '/watingAnouncer' | null
  /** True if the customer can still confirm a prize. */
  readonly won: boolean
  readonly takesReceipts: boolean
}

/** Reads home's data from the models' signals, which subscribes the calling component or effect to them. */
export function selectHomeData({ session, customer, campaign, rewards, receipts }: App): HomeData {
  const profile = session.profile.value
  const registered = latestValue(customer.current.value)
  const draw = latestValue(rewards.current.value)?.luckyDraw
  const { state = 'none', confirmBy = null } = draw ?? {}
  const now = campaign.serverNow()
  const won = state === 'won' && (confirmBy === null || now <= momentOf(confirmBy))
  const activity = latestValue(campaign.current.value)
  // If the organiser keeps the campaign open beyond its dates, the closing time is unknown.
  const closesAt =
    activity === null || momentOf(activity.closesAt) <= now ? null : momentOf(activity.closesAt)
  return {
    name: registered?.firstName ?? profile?.displayName ?? null,
    picture: profile?.pictureUrl ?? registered?.linePictureUrl ?? null,
    activity,
    closesAt,
    reward: rewards.current.value,
    result:
      state === 'none' || state === 'entered'
        ? null
        : won || state === 'confirmed'
          ? '/confirm'
          : '/watingAnouncer',
    won,
    takesReceipts: receipts.offered.value,
  }
}
