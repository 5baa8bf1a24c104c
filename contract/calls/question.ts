import { defineCall } from '#contract/define-call.ts'
import { question } from '#contract/schema/answer.ts'

export const answer = question

export const call = defineCall({
  method: 'GET',
  path: '/api/answer/question',
  answer,
  summary: 'Returns the current question, or null if there is none.',
})
