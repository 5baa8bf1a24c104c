import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { province } from '#contract/schema/master.ts'

export const answer = v.array(province)

export const call = defineCall({
  method: 'GET',
  path: '/api/master/province',
  auth: 'none',
  answer,
  cache: 'public',
  summary: 'Lists all provinces.',
})
