import { defineCall } from '#contract/define-call.ts'
import { noFields } from '#contract/schema/common.ts'
import { imageParams } from '#contract/schema/receipt.ts'

export const answer = noFields

export const call = defineCall({
  method: 'HEAD',
  path: '/api/receipt/image/:sha256',
  params: imageParams,
  answer,
  summary: 'Reports in `Upload-Offset` how many bytes of an unfinished upload are stored.',
})
