import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { tab } from '#contract/desk/review.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'POST',
  path: '/desk-api/review/release',
  who: 'review',
  body: v.strictObject({ tab }),
  answer: v.strictObject({}),
  summary: 'Returns the tab’s receipts to the queue, when it closes.',
})
