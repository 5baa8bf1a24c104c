import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { NOTE_MAX } from '#contract/desk/limits.ts'
import { riskCodes } from '#contract/desk/quality.ts'
import { words } from '#contract/desk/words.ts'
import { counting, text, uuid } from '#contract/schema/common.ts'

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

const decision = v.strictObject({
  name: v.string(),
  at: v.number(),
  decision: v.picklist(['approved', 'rejected']),
  reason: v.nullable(v.string()),
})

const disagreement = v.strictObject({
  receiptId: uuid,
  customerId: uuid,
  /** The receipt's version after the first decision. */
  version: v.number(),
  store: words,
  receiptNo: v.string(),
  baht: v.number(),
  photos: v.number(),
  first: decision,
  second: v.strictObject({ ...decision.entries, note: v.nullable(v.string()) }),
  /**
   * Whether the person may settle the disagreement. `own`: one of the decisions is the person's own. `gave-access`: the
   * person was the only one who gave the first reviewer access, or vice versa.
   */
  settle: v.picklist(['may', 'own', 'gave-access']),
})

const rate = v.strictObject({
  /** Null means all reviewers combined. */
  name: v.nullable(v.string()),
  checked: v.number(),
  errors: v.number(),
  /** From 0 to 1, with a 95 % confidence interval. Null if too few decisions were checked. */
  rate: v.nullable(v.strictObject({ value: v.number(), low: v.number(), high: v.number() })),
})

export const qualityCalls = {
  reviewQueue: deskCall({
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
  }),
  reviewChecks: deskCall({
    method: 'GET',
    path: '/desk-api/review/checks',
    who: 'review-read',
    answer: v.strictObject({
      /** The minimum number of checked decisions for a rate. */
      least: v.number(),
      rates: v.array(rate),
      /** Counts decisions that need a second look. `nobody` is the number that no active person is allowed to check. */
      waiting: v.strictObject({ all: v.number(), nobody: v.number() }),
      disagreements: v.array(disagreement),
      more: v.boolean(),
    }),
    summary: 'Error rates by reviewer, and the open disagreements, oldest first.',
  }),
  reviewSettle: deskCall({
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
  }),
}
