import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { province } from '#contract/schema/master.ts'

export const call = defineCall({
  method: 'GET',
  path: '/api/master/province',
  auth: 'none',
  answer: v.array(province),
  cache: 'public',
  inApp: false,
  summary: 'Lists all provinces.',
})
