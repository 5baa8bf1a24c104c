import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { district, districtQuery } from '#contract/schema/master.ts'

export const call = defineCall({
  method: 'GET',
  path: '/api/master/district',
  auth: 'none',
  query: districtQuery,
  answer: v.array(district),
  cache: 'public',
  inApp: false,
  summary: 'Lists the districts of a province.',
})
