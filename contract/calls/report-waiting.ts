import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { WAITING_MAX } from '#contract/limits.ts'
import { uuid } from '#contract/schema/common.ts'

const keys = v.pipe(v.array(uuid), v.maxLength(WAITING_MAX))

/** `messages` is false if the server does not send LINE messages. The phone then stops reporting. */
export const answer = v.object({ messages: v.boolean() })

export const call = defineCall({
  method: 'PUT',
  path: '/api/customer/waiting',
  bodyKind: 'json',
  idempotent: true,
  body: v.strictObject({
    /** Idempotency keys of receipts that are still queued on this phone. */
    waiting: keys,
    /** Keys of reported receipts that will not be sent: discarded, corrected or refused. */
    discarded: keys,
  }),
  answer,
  summary:
    'Reports receipts that wait on the phone, so that the campaign can remind the customer by LINE message if they do not arrive.',
})
