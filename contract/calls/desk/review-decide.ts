import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { NOTE_MAX } from '#contract/desk/limits.ts'
import { reviewCounts, tab, version } from '#contract/desk/review.ts'
import { text, uuid } from '#contract/schema/common.ts'
import { correctedFields, type RejectReason, rejectReasons } from '#contract/schema/receipt.ts'

const reason = v.picklist(Object.keys(rejectReasons) as [RejectReason, ...RejectReason[]])

const decision = v.variant('kind', [
  v.strictObject({
    kind: v.literal('approved'),
    number: v.optional(v.picklist(['this', 'separate'])),
    corrected: v.optional(correctedFields),
  }),
  v.strictObject({ kind: v.literal('rejected'), reason, note: v.nullable(text(1, NOTE_MAX)) }),
])

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/review/decide',
  who: 'review',
  body: v.strictObject({ tab, receiptId: uuid, version, decision }),
  answer: v.strictObject({ receiptId: uuid, version, counts: reviewCounts }),
  summary: 'Decides an assigned receipt. The answer has what undoing it needs.',
})
