import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { moment } from '#contract/desk/customers.ts'
import { uuid } from '#contract/schema/common.ts'
import { receiptStatus } from '#contract/schema/receipt.ts'

const receipt = v.strictObject({
  id: uuid,
  storeName: v.string(),
  storeNameEn: v.nullable(v.string()),
  receiptNo: v.string(),
  amount: v.number(),
  status: receiptStatus,
  rejectReason: v.nullable(v.string()),
  rejectNote: v.nullable(v.string()),
  purchasedAt: v.number(),
  createdAt: v.number(),
  reviewedAt: moment,
  tickets: v.number(),
  photos: v.number(),
})

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/customers/:id/receipts',
  who: 'customers',
  params: v.strictObject({ id: uuid }),
  query: v.strictObject({
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}-[0-9a-f-]{36}$/, 'place'))),
  }),
  answer: v.strictObject({ receipts: v.array(receipt), next: v.nullable(v.string()) }),
  summary: 'A customer’s receipts, newest first, in pages.',
})
