import * as v from 'valibot'

/** The effects of a request, each with a count, a text, or both. */
const effectKinds = [
  'customer',
  'winner',
  'receipts',
  'photos',
  'entries',
  'rows',
  'left-out',
  'prizes',
  'reserves',
  'undrawn',
  'winners',
  'expiring',
  'promotes',
  'vacant',
] as const

export const approvalEffect = v.strictObject({
  kind: v.picklist(effectKinds),
  count: v.nullable(v.number()),
  text: v.nullable(v.string()),
  isWarning: v.boolean(),
})

export type ApprovalEffect = v.InferOutput<typeof approvalEffect>
