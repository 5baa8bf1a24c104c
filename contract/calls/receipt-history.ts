import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { receipt, receiptQuery } from '#contract/schema/receipt.ts'

export const answer = v.array(receipt)

export const call = defineCall({
  method: 'GET',
  path: '/api/receipt/customerHistory',
  query: receiptQuery,
  answer,
  summary: 'Lists past receipts, newest first.',
})
