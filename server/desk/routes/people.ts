import { everyone } from '../actions/people.ts'
import type { DeskHandlers } from '../handler.ts'

export const peopleHandlers = {
  people: async ({ db, now }) => everyone(db, now),
} satisfies Partial<DeskHandlers>
