import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { toDoItem } from '#contract/desk/to-do.ts'
import { countedAt } from '#contract/desk/today.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/to-do',
  who: 'signed-in',
  answer: v.strictObject({ countedAt, items: v.array(toDoItem) }),
  summary: 'What waits for the person, as far as their role allows.',
})
