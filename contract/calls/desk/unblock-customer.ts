import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/customers/:id/unblock',
  audit: 'customer unblock',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  answer: v.strictObject({}),
  summary: 'Lifts the block of a customer.',
})
