import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { tab } from '#contract/desk/review.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/review/release',
  who: 'review',
  body: v.strictObject({ tab }),
  answer: v.strictObject({}),
  summary: 'Returns the tab’s receipts to the queue, when it closes.',
})
