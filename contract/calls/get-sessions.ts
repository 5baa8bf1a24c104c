import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { dateTime } from '#contract/schema/common.ts'

const session = v.object({
  createdAt: dateTime,
  /** Updated at most once an hour. */
  usedAt: dateTime,
  current: v.boolean(),
})

export const call = defineCall({
  method: 'GET',
  path: '/api/customer/sessions',
  provisional: true,
  answer: v.array(session),
  audience: 'back-end',
  summary: 'Lists the sessions in which the customer is signed in, most recently used first, 100 at most.',
})
