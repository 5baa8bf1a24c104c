import EndCampaign from '#src/screens/end-campaign/end-campaign.tsx'
import Home from '#src/screens/home/home.tsx'
import { consolation, ended, rewardOf, seat, sentParcel, sentReward, shipped } from '#tests/kit/drawn.ts'
import { failed, ready } from '#tests/kit/fake-state.ts'
import { type Case, of, offline } from './case.tsx'

export const resultCases: Readonly<Record<string, Case>> = {
  'end-won': of(EndCampaign, { state: ended(rewardOf('won', { prize: seat })) }),
  'end-confirmed': of(EndCampaign, { state: ended(rewardOf('confirmed', { prize: seat })) }),
  'end-shipped': of(EndCampaign, { state: ended(rewardOf('confirmed', { prize: shipped })) }),
  'end-sent': of(EndCampaign, { state: ended(sentReward(sentParcel)) }),
  'end-reserve': of(EndCampaign, { state: ended(rewardOf('reserve')) }),
  'end-lost': of(EndCampaign, { state: ended(rewardOf('lost', {}, [consolation])) }),
  'end-expired': of(EndCampaign, { state: ended(rewardOf('expired', { prize: seat })) }),
  'end-late': of(EndCampaign, { state: ended(rewardOf('entered')) }),
  'end-stranger': of(EndCampaign, {
    state: ended(null, { customerId: null, endedSignIn: { kind: 'ask', how: 'login' } }),
  }),
  'end-stale': of(EndCampaign, {
    state: ended(null, { ...offline, reward: failed(rewardOf('won', { prize: seat })) }),
  }),
  'home-lost': of(Home, { state: { reward: ready(rewardOf('lost')) } }),
}
