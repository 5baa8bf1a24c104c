import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { words } from '#contract/desk/words.ts'
import { integer } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/review/stores',
  who: 'review',
  answer: v.strictObject({ stores: v.array(v.strictObject({ id: integer, name: words })) }),
  summary: 'The stores that take part, for a reviewer who corrects the store of a receipt.',
})
