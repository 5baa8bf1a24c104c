import type { numbersCalls } from '#contract/calls/desk/numbers.ts'
import type { HandlersOf } from '../handler.ts'
import { numbersOfCampaign, numbersOfToday, phonesNow } from '../today.ts'

export const numbersHandlers: HandlersOf<typeof numbersCalls> = {
  today: ({ deps, now }) => numbersOfToday(deps.db, now),

  campaignNumbers: ({ deps, now }) => numbersOfCampaign(deps.db, now),

  phones: ({ deps, now }) => phonesNow(deps.db, now),
}
