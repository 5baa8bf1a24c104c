import { defineCall } from '#contract/define-call.ts'
import { answerAnswer, answerBody } from '#contract/schema/answer.ts'

export const answer = answerAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/answer',
  bodyKind: 'json',
  rateBucket: 'answer',
  lane: 'answer',
  idempotent: true,
  fingerprintOmits: ['at'],
  body: answerBody,
  answer,
  errors: ['CAMPAIGN_NOT_STARTED', 'CAMPAIGN_ENDED', 'QUESTION_CLOSED', 'ANSWERED'],
  summary: 'Answers the current question, or changes the answer while the question is open.',
})
