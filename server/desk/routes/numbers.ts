import type { DeskHandlers } from '../handler.ts'
import { toDoOf } from '../to-do.ts'
import { numbersOfCampaign, numbersOfToday, phonesNow } from '../today.ts'

export const numbersHandlers = {
  toDo: ({ deps, caller, now }) => toDoOf(deps.db, caller.person, now),

  today: ({ deps, now }) => numbersOfToday(deps.db, now),

  campaignNumbers: ({ deps, now }) => numbersOfCampaign(deps.db, now),

  phones: ({ deps, now }) => phonesNow(deps.db, now),
} satisfies Partial<DeskHandlers>
