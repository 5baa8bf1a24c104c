import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { subdistrict, subdistrictQuery } from '#contract/schema/master.ts'

export const answer = v.array(subdistrict)

export const call = defineCall({
  method: 'GET',
  path: '/api/master/subdistrict',
  auth: 'none',
  query: subdistrictQuery,
  answer,
  cache: 'public',
  summary: 'Lists the subdistricts of a district, with postal codes.',
})
