import { defineCall } from '#contract/define-call.ts'
import { draw, drawParams } from '#contract/schema/master.ts'

export const answer = draw

export const call = defineCall({
  method: 'GET',
  path: '/api/draw/:id',
  auth: 'none',
  params: drawParams,
  answer,
  summary: 'Returns what is public about a draw.',
})
