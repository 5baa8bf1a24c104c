import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { pastAnswer } from '#contract/schema/answer.ts'
import { page } from '#contract/schema/common.ts'

export const answer = v.array(pastAnswer)

export const call = defineCall({
  method: 'GET',
  path: '/api/answer/customerHistory',
  query: v.strictObject(page),
  answer,
  summary: 'Lists past answers, newest first.',
})
