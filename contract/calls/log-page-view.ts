import { defineCall } from '#contract/define-call.ts'
import { logged, logPageViewBody } from '#contract/schema/log.ts'

export const answer = logged

export const call = defineCall({
  method: 'POST',
  path: '/api/logpageview',
  bodyKind: 'json',
  provisional: true,
  rateBucket: 'log',
  lane: 'log',
  body: logPageViewBody,
  answer,
  errors: ['FORBIDDEN'],
  summary: 'Logs one page view.',
})
