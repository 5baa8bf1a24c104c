import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { store } from '#contract/schema/master.ts'

export const call = defineCall({
  method: 'GET',
  path: '/api/master/store',
  auth: 'none',
  answer: v.array(store),
  cache: 'public',
  inApp: false,
  summary: 'Lists the participating stores.',
})
