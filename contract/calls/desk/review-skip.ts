import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { reviewCounts, tab } from '#contract/desk/review.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/review/skip',
  who: 'review',
  body: v.strictObject({ tab, receiptId: uuid }),
  answer: v.strictObject({ counts: reviewCounts }),
  summary: 'Returns a receipt to the queue. The person does not get it again for an hour; others do.',
})
