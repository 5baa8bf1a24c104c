import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/audit/check',
  who: 'audit',
  answer: v.strictObject({
    rows: v.number(),
    brokenAt: v.nullable(v.number()),
    head: v.strictObject({ seq: v.number(), hash: v.string() }),
  }),
  summary: 'Checks the chain of hashes and returns its head.',
})
