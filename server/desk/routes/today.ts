import { deskHandlers } from '../handler.ts'
import { numbersOfCampaign, numbersOfToday, phonesNow } from '../today.ts'

export const todayHandlers = deskHandlers({
  today: ({ deps, now }) => numbersOfToday(deps.db, now),
  campaignNumbers: ({ deps, now }) => numbersOfCampaign(deps.db, now),
  phones: ({ deps, now }) => phonesNow(deps.db, now),
})
