import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { NOTE_MAX } from '#contract/desk/limits.ts'
import { counting, text, uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/review/settle',
  who: 'review-settle',
  body: v.strictObject({
    receiptId: uuid,
    version: counting,
    right: v.picklist(['first', 'second']),
    note: v.nullable(text(1, NOTE_MAX)),
  }),
  answer: v.strictObject({}),
  summary: 'Records which of two reviewers was right. The receipt does not change.',
})
