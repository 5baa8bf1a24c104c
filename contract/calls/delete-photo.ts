import { defineCall } from '#contract/define-call.ts'
import { deleted } from '#contract/schema/customer.ts'

export const answer = deleted

export const call = defineCall({
  method: 'DELETE',
  path: '/api/customer/photo',
  provisional: true,
  idempotent: true,
  answer,
  summary: 'Deletes the stored LINE picture.',
})
