import type { Activity } from '#contract/schema/master.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { latestValue } from '#src/state/resource.ts'
import type { App, Resource } from '#src/state/types.ts'

/** The data shown at the top of home. */
export type HomeData = {
  /** The registered first name, or the LINE display name before registration. */
  readonly name: string | null
  readonly picture: string | null
  readonly activity: Activity | null
  readonly reward: Resource<Reward | null>
  /** False if the campaign's server does not take receipts. */
  readonly takesReceipts: boolean
}

/**
 * Reads home's data from the models' signals. A component or effect that calls this is subscribed to all of
 * them.
 */
export function selectHomeData({ session, customer, campaign, rewards, receipts }: App): HomeData {
  const profile = session.profile.value
  const registered = latestValue(customer.current.value)
  return {
    name: registered?.firstName ?? profile?.displayName ?? null,
    picture: profile?.pictureUrl ?? registered?.linePictureUrl ?? null,
    activity: latestValue(campaign.current.value),
    reward: rewards.current.value,
    takesReceipts: receipts.offered.value,
  }
}
