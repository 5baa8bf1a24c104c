import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'

const entry = v.strictObject({
  seq: v.number(),
  at: v.number(),
  actor: v.string(),
  action: v.string(),
  detail: v.string(),
  hash: v.string(),
})

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/audit',
  who: 'audit',
  query: v.strictObject({ before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'integer'))) }),
  answer: v.strictObject({ entries: v.array(entry), next: v.nullable(v.number()) }),
  summary: 'The audit log, newest first, in pages.',
})
