import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { nextItem, tab, version } from '#contract/desk/review.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/review/undo',
  who: 'review',
  body: v.strictObject({ tab, receiptId: uuid, version }),
  answer: nextItem,
  summary: 'Takes the person’s own decision back and assigns the receipt again.',
})
