import { defineCall } from '#contract/define-call.ts'
import { logBatchAnswer, logBatchBody } from '#contract/schema/log.ts'

export const answer = logBatchAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/log/batch',
  bodyKind: 'json',
  provisional: true,
  rateBucket: 'log',
  lane: 'log',
  body: logBatchBody,
  answer,
  summary:
    'Logs up to a hundred events. A repeated event id counts once. Reports of the phone are not counted.',
})
