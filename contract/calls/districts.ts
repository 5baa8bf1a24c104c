import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { district, districtQuery } from '#contract/schema/master.ts'

export const answer = v.array(district)

export const call = defineCall({
  method: 'GET',
  path: '/api/master/district',
  auth: 'none',
  query: districtQuery,
  answer,
  cache: 'public',
  summary: 'Lists the districts of a province.',
})
