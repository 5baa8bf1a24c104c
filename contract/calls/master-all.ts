import { defineCall } from '#contract/define-call.ts'
import { masterAll } from '#contract/schema/master.ts'

export const answer = masterAll

export const call = defineCall({
  method: 'GET',
  path: '/api/master/all',
  auth: 'none',
  answer,
  cache: 'public',
  summary: 'Returns all address lists and stores in one answer, for the phone to cache.',
})
