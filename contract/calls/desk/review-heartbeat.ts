import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { reviewCounts, tab } from '#contract/desk/review.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/review/heartbeat',
  who: 'review',
  body: v.strictObject({ tab }),
  answer: v.strictObject({ receiptIds: v.array(uuid), expiresAt: v.number(), counts: reviewCounts }),
  summary: 'Keeps the tab’s receipts assigned, and says which ones it still has.',
})
