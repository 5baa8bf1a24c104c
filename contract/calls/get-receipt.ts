import { defineCall } from '#contract/define-call.ts'
import { receipt, receiptParams } from '#contract/schema/receipt.ts'

export const answer = receipt

export const call = defineCall({
  method: 'GET',
  path: '/api/receipt/:id',
  params: receiptParams,
  answer,
  summary: 'Returns one receipt.',
})
