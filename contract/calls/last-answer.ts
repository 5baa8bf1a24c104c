import { defineCall } from '#contract/define-call.ts'
import { lastAnswer } from '#contract/schema/answer.ts'

export const answer = lastAnswer

export const call = defineCall({
  method: 'GET',
  path: '/api/answer/last',
  answer,
  summary: "Returns the customer's newest answer.",
})
