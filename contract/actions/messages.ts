import * as v from 'valibot'
import { defineAction } from '#contract/define-action.ts'
import { messageKinds } from '#contract/message-groups.ts'

export const retryMessages = defineAction({
  name: 'messages retry',
  method: 'POST',
  path: '/desk-api/failed-messages/retry',
  who: 'customers-change',
  body: v.strictObject({ kind: v.picklist(messageKinds) }),
  /** `kept` messages are not sent again: they may have arrived, it is too late, or the customer cannot be reached. */
  answer: v.strictObject({ again: v.number(), kept: v.number(), hasMore: v.boolean() }),
  summary:
    'Sends the failed LINE messages of one kind again, except those that could arrive twice or too late.',
})
