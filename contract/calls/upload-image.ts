import { defineCall } from '#contract/define-call.ts'
import { imageParams, uploadedImage } from '#contract/schema/receipt.ts'

export const answer = uploadedImage

export const call = defineCall({
  method: 'PUT',
  path: '/api/receipt/image/:sha256',
  bodyKind: 'bytes',
  rateBucket: 'image',
  params: imageParams,
  answer,
  errors: ['IMAGE_TYPE', 'IMAGE_HASH', 'IMAGE_DIMENSIONS', 'IMAGE_QUOTA'],
  summary:
    'Stores a photo under its hash, whole or in pieces with `Content-Range`. Repeats get the same answer.',
})
