import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { winner } from '#contract/desk/winners.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/winners/:id',
  who: 'customers',
  params: v.strictObject({ id: uuid }),
  answer: v.strictObject({
    winner,
    phone: v.nullable(v.string()),
    /** The parcel label. Null unless the prize is confirmed and shipped. */
    label: v.nullable(v.string()),
  }),
  summary: 'One winner with the address of the parcel. Opening it is in the audit log.',
})
