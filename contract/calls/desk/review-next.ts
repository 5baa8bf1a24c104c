import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { nextItem, tab } from '#contract/desk/review.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/review/next',
  who: 'review',
  body: v.strictObject({ tab, holding: v.pipe(v.array(uuid), v.maxLength(5)) }),
  answer: nextItem,
  summary: 'Assigns the riskiest receipt to the tab, or returns one that it has and is not `holding`.',
})
