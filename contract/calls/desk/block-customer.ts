import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { BLOCK_REASON_MAX } from '#contract/desk/limits.ts'
import { line, uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/customers/:id/block',
  audit: 'customer block',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({ reason: line(1, BLOCK_REASON_MAX) }),
  answer: v.strictObject({ ended: v.number() }),
  summary: 'Blocks a customer and ends all sessions.',
})
