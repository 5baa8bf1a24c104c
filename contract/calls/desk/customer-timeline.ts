import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { uuid } from '#contract/schema/common.ts'

const timelineKinds = [
  'joined',
  'left',
  'blocked',
  'consent-given',
  'consent-withdrawn',
  'receipt-sent',
  'receipt-approved',
  'receipt-rejected',
  'receipt-void',
  'answer',
  'reward-used',
  'message',
  'note',
  'session-started',
  'session-ended',
] as const

const event = v.strictObject({
  key: v.string(),
  at: v.number(),
  kind: v.picklist(timelineKinds),
  /** The event's subject, for example a receipt number, a reward or a note's author; empty if the kind says it all. */
  about: v.string(),
  /** For example a reason, a version or a note's text. */
  more: v.nullable(v.string()),
})

const place = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}-\d{1,6}$/, 'place')))

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/customers/:id/timeline',
  who: 'customers',
  params: v.strictObject({ id: uuid }),
  query: v.strictObject({ after: place }),
  answer: v.strictObject({ events: v.array(event), next: v.nullable(v.string()) }),
  summary: 'A customer’s timeline, newest first, in pages.',
})
