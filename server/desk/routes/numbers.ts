import type { DeskHandlers } from '../handler.ts'
import { numbersOfCampaign, numbersOfToday, phonesNow } from '../today.ts'

export const numbersHandlers = {
  today: ({ deps, now }) => numbersOfToday(deps.db, now),

  campaignNumbers: ({ deps, now }) => numbersOfCampaign(deps.db, now),

  phones: ({ deps, now }) => phonesNow(deps.db, now),
} satisfies Partial<DeskHandlers>
