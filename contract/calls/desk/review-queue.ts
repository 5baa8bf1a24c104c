import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { riskCodes } from '#contract/desk/quality.ts'
import { words } from '#contract/desk/words.ts'
import { uuid } from '#contract/schema/common.ts'

const pending = v.strictObject({
  receiptId: uuid,
  customerId: uuid,
  risk: v.number(),
  reasons: v.array(v.picklist(riskCodes)),
  store: words,
  receiptNo: v.string(),
  baht: v.number(),
  waitedMs: v.number(),
  /** The reviewer who has been assigned the receipt. */
  holder: v.nullable(v.string()),
})

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/review/queue',
  who: 'review-read',
  query: v.strictObject({
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}_\d{1,15}_[0-9a-f-]{36}$/, 'place'))),
    reason: v.optional(v.picklist(riskCodes)),
    held: v.optional(v.picklist(['yes', 'no'])),
  }),
  answer: v.strictObject({ receipts: v.array(pending), next: v.nullable(v.string()) }),
  summary: 'The pending receipts, the riskiest first, with who has them, in pages.',
})
