import { defineCall } from '#contract/define-call.ts'
import { noFields } from '#contract/schema/common.ts'
import { imageParams } from '#contract/schema/receipt.ts'

export const answer = noFields

export const call = defineCall({
  method: 'GET',
  path: '/api/receipt/image/:sha256',
  params: imageParams,
  answer,
  cache: 'private-image',
  summary: 'Returns the bytes of a photo to its owner.',
})
