import { defineCall } from '#contract/define-call.ts'
import { receiptParams, voidedReceipt } from '#contract/schema/receipt.ts'

export const answer = voidedReceipt

export const call = defineCall({
  method: 'DELETE',
  path: '/api/receipt/:id',
  rateBucket: 'receipt',
  lane: 'receipt',
  idempotent: true,
  params: receiptParams,
  answer,
  errors: ['NOT_EDITABLE'],
  summary: 'Withdraws a receipt that has not been approved.',
})
