import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'

export const call = defineCall({
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'none',
  answer: v.looseObject({ openapi: v.string() }),
  cache: 'public',
  audience: 'back-end',
  summary: 'Returns this API as an OpenAPI 3.1 document.',
})
