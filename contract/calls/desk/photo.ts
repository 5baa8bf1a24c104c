import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/receipts/:id/photos/:position',
  who: ['customers', 'review'],
  params: v.strictObject({ id: uuid, position: v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'integer')) }),
  answer: null,
  summary:
    'A photo of a receipt. Positions count from 0. A person without the permission `customers` must have the receipt assigned, or one that it resembles.',
})
