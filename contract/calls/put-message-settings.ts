import { defineCall } from '#contract/define-call.ts'
import { messageSettings, messageSettingsBody } from '#contract/schema/message-settings.ts'

export const answer = messageSettings

export const call = defineCall({
  method: 'PUT',
  path: '/api/customer/messages',
  bodyKind: 'json',
  lane: 'profile',
  idempotent: true,
  body: messageSettingsBody,
  answer,
  summary: 'Switches groups of LINE messages on or off. Groups that the body does not name stay as they are.',
})
