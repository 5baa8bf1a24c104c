import { defineCall } from '#contract/define-call.ts'
import { receipt, receiptParams, updateReceiptBody } from '#contract/schema/receipt.ts'

export const answer = receipt

export const call = defineCall({
  method: 'PUT',
  path: '/api/receipt/:id',
  bodyKind: 'json',
  rateBucket: 'receipt',
  lane: 'receipt',
  idempotent: true,
  fingerprintOmits: ['at'],
  params: receiptParams,
  body: updateReceiptBody,
  answer,
  errors: [
    'CAMPAIGN_NOT_STARTED',
    'CAMPAIGN_ENDED',
    'IMAGE_MISSING',
    'RECEIPT_DUPLICATE',
    'OUT_OF_PERIOD',
    'STORE_CLOSED',
    'BELOW_MINIMUM',
    'VERSION_CONFLICT',
    'NOT_EDITABLE',
    'RESUBMIT_LIMIT',
  ],
  summary: 'Corrects a rejected or pending receipt and sends it again.',
})
