import { defineCall } from '#contract/define-call.ts'
import { newReceiptBody, receipt } from '#contract/schema/receipt.ts'

export const answer = receipt

export const call = defineCall({
  method: 'POST',
  path: '/api/receipt',
  bodyKind: 'json',
  rateBucket: 'receipt',
  lane: 'receipt',
  idempotent: true,
  fingerprintOmits: ['at'],
  body: newReceiptBody,
  answer,
  errors: [
    'CAMPAIGN_NOT_STARTED',
    'CAMPAIGN_ENDED',
    'IMAGE_MISSING',
    'RECEIPT_EXISTS',
    'RECEIPT_DUPLICATE',
    'OUT_OF_PERIOD',
    'STORE_CLOSED',
    'BELOW_MINIMUM',
    'DAILY_LIMIT',
  ],
  summary: 'Sends a receipt for review.',
})
