import { defineCall } from '#contract/define-call.ts'
import { readReceipt } from '#contract/schema/receipt.ts'

export const answer = readReceipt

export const call = defineCall({
  method: 'POST',
  path: '/api/receipt/read',
  bodyKind: 'bytes',
  rateBucket: 'image',
  answer,
  errors: ['IMAGE_TYPE', 'IMAGE_DIMENSIONS'],
  summary: "Returns what the organiser's receipt reader finds in a photo. The photo is not stored.",
})
