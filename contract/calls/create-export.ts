import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { dateTime } from '#contract/schema/common.ts'

/** Anyone who knows `path`, which starts with a slash, can download the file until `expiresAt`. */
export const answer = v.object({ path: v.string(), expiresAt: dateTime })

export const call = defineCall({
  method: 'POST',
  path: '/api/customer/export',
  provisional: true,
  answer,
  summary: "Returns a link to a file with all of the customer's data. The link works for ten minutes.",
})
