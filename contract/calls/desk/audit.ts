import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'

const entry = v.strictObject({
  seq: v.number(),
  at: v.number(),
  actor: v.string(),
  action: v.string(),
  detail: v.string(),
  hash: v.string(),
})

export const auditCalls = {
  audit: deskCall({
    method: 'GET',
    path: '/desk-api/audit',
    who: 'audit',
    query: v.strictObject({ before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'integer'))) }),
    answer: v.strictObject({ entries: v.array(entry), next: v.nullable(v.number()) }),
    summary: 'The audit log, newest first, in pages.',
  }),
  auditCheck: deskCall({
    method: 'GET',
    path: '/desk-api/audit/check',
    who: 'audit',
    answer: v.strictObject({
      rows: v.number(),
      brokenAt: v.nullable(v.number()),
      head: v.strictObject({ seq: v.number(), hash: v.string() }),
    }),
    summary: 'Checks the chain of hashes and returns its head.',
  }),
}
