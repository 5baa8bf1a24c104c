import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/customers/:id/sessions/end',
  audit: 'customer sessions end',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({ sessionId: v.optional(uuid) }),
  answer: v.strictObject({ ended: v.number() }),
  summary: 'Ends one session of a customer, or all of them.',
})
