import { defineCall } from '#contract/define-call.ts'
import { identityAnswer, identityBody } from '#contract/schema/customer.ts'

export const answer = identityAnswer

export const call = defineCall({
  method: 'POST',
  path: '/api/customer',
  bodyKind: 'json',
  provisional: true,
  body: identityBody,
  answer,
  errors: ['LINE_USER_MISMATCH'],
  summary: 'Updates the stored LINE name and picture.',
})
