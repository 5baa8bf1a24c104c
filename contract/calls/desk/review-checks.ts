import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { words } from '#contract/desk/words.ts'
import { uuid } from '#contract/schema/common.ts'

const decision = v.strictObject({
  name: v.string(),
  at: v.number(),
  decision: v.picklist(['approved', 'rejected']),
  reason: v.nullable(v.string()),
  /** What this reviewer corrected; null if nothing. `purchasedAt` is in milliseconds since 1970. */
  corrected: v.nullable(
    v.strictObject({
      store: v.optional(words),
      receiptNo: v.optional(v.string()),
      baht: v.optional(v.number()),
      purchasedAt: v.optional(v.number()),
    }),
  ),
})

const disagreement = v.strictObject({
  receiptId: uuid,
  customerId: uuid,
  /** The receipt's version after the first decision. */
  version: v.number(),
  /** The customer's original values, as shown to both reviewers. */
  store: words,
  receiptNo: v.string(),
  baht: v.number(),
  purchasedAt: v.number(),
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

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/review/checks',
  who: 'review-read',
  answer: v.strictObject({
    /** The minimum number of checked decisions for a rate. */
    least: v.number(),
    rates: v.array(rate),
    /** Counts decisions that need a second look. `nobody` counts those that no active person may check. */
    waiting: v.strictObject({ all: v.number(), nobody: v.number() }),
    disagreements: v.array(disagreement),
    more: v.boolean(),
  }),
  summary: 'Error rates by reviewer, and the open disagreements, oldest first.',
})
