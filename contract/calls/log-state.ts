import { defineCall } from '#contract/define-call.ts'
import { logged, logStateBody } from '#contract/schema/log.ts'

export const answer = logged

export const call = defineCall({
  method: 'POST',
  path: '/api/logstate',
  bodyKind: 'json',
  provisional: true,
  rateBucket: 'log',
  lane: 'log',
  body: logStateBody,
  answer,
  errors: ['FORBIDDEN'],
  summary: 'Logs where a customer came from and which operating system the phone has.',
})
