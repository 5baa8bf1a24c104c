import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/winners/:id/receipt',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({ language: v.picklist(['th', 'en']) }),
  answer: null,
  summary: 'The receipt of a prize for the winner’s signature, as a page to print.',
})
