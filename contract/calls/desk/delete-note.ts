import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/customers/:id/notes/delete',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({ noteId: uuid }),
  answer: v.strictObject({}),
  summary: 'Deletes a note about a customer: an own one within a day, or any as a manager.',
})
