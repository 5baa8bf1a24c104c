import type { Activity } from '#contract/schema/master.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { known } from '#src/state/resource.ts'
import type { App, Resource } from '#src/state/types.ts'

/** What home's first sight is made of. */
export type HomeData = {
  /** The customer's own first name, else the one at LINE. */
  readonly name: string | null
  readonly picture: string | null
  readonly activity: Activity | null
  readonly reward: Resource<Reward | null>
}

/** Read from the models' signals: whoever calls it is subscribed to them. */
export function selectHomeData({ session, customer, campaign, rewards }: App): HomeData {
  const profile = session.profile.value
  const registered = known(customer.current.value)
  return {
    name: registered?.firstName ?? profile?.displayName ?? null,
    picture: profile?.pictureUrl ?? registered?.linePictureUrl ?? null,
    activity: known(campaign.current.value),
    reward: rewards.current.value,
  }
}
