import * as v from 'valibot'
import { approvalList } from '#contract/approvals.ts'
import { defineDeskCall } from '#contract/define-call.ts'
import { sha256, uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/approvals/:id',
  who: 'approve',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({
    approve: v.boolean(),
    /** The `seen` of the request that the person read. An approval without it, or with an older one, is refused. */
    seen: v.optional(sha256),
  }),
  answer: v.strictObject({
    ...approvalList.entries,
    /** The token in the invited manager's link. It is returned only once. */
    invitation: v.nullable(v.strictObject({ name: v.string(), token: v.string(), expiresAt: v.number() })),
  }),
  summary: 'Approves another person’s request and carries it out, or refuses it.',
})
