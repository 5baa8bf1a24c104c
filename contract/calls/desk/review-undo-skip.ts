import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { nextItem, tab } from '#contract/desk/review.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/review/undo-skip',
  who: 'review',
  body: v.strictObject({ tab, receiptId: uuid }),
  answer: nextItem,
  summary: 'Assigns a skipped receipt again.',
})
