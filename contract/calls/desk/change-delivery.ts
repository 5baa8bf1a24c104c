import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { deliveryChange } from '#contract/desk/winners.ts'
import { integer, uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/winners/:id/delivery',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({
    /** The server returns CHANGED if this version, which the person saw, is outdated. */
    version: integer,
    change: deliveryChange,
  }),
  answer: v.strictObject({}),
  summary: 'Records that a prize was sent or received, and its tax form and tax.',
})
