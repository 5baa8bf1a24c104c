import { defineCall } from '#contract/define-call.ts'
import { messageSettings } from '#contract/schema/message-settings.ts'

export const answer = messageSettings

export const call = defineCall({
  method: 'GET',
  path: '/api/customer/messages',
  answer,
  summary: 'Tells whether the campaign sends LINE messages, and which groups of them the customer wants.',
})
