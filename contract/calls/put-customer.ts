import { defineCall } from '#contract/define-call.ts'
import { customer, customerBody } from '#contract/schema/customer.ts'

export const answer = customer

export const call = defineCall({
  method: 'PUT',
  path: '/api/customer',
  bodyKind: 'json',
  provisional: true,
  lane: 'profile',
  idempotent: true,
  body: customerBody,
  answer,
  errors: ['PHONE_TAKEN', 'VERSION_CONFLICT', 'UNDER_AGE', 'ADDRESS_REQUIRED'],
  summary: 'Changes profile fields. `If-Match` with the version prevents overwriting newer data.',
})
