import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { store } from '#contract/schema/master.ts'

export const answer = v.array(store)

export const call = defineCall({
  method: 'GET',
  path: '/api/master/store',
  auth: 'none',
  answer,
  cache: 'public',
  summary: 'Lists the participating stores.',
})
