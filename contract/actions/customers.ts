import * as v from 'valibot'
import { defineAction, defineApprovedAction } from '#contract/define-action.ts'
import { BLOCK_REASON_MAX } from '#contract/desk/limits.ts'
import { line, uuid } from '#contract/schema/common.ts'
import { customerFields } from '#contract/schema/customer.ts'

export const blockCustomer = defineAction({
  name: 'customer block',
  method: 'POST',
  path: '/desk-api/customers/:id/block',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({ reason: line(1, BLOCK_REASON_MAX) }),
  answer: v.strictObject({ ended: v.number() }),
  summary: 'Blocks a customer and ends all sessions.',
})

export const unblockCustomer = defineAction({
  name: 'customer unblock',
  method: 'POST',
  path: '/desk-api/customers/:id/unblock',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  answer: v.strictObject({}),
  summary: 'Lifts the block of a customer.',
})

export const correctBirthday = defineAction({
  name: 'customer birthday',
  method: 'POST',
  path: '/desk-api/customers/:id/birthday',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({ birthDate: customerFields.birthDate }),
  answer: v.strictObject({}),
  summary: 'Corrects the birthday of a customer whose ID card shows another one.',
})

export const endCustomerSessions = defineAction({
  name: 'customer sessions end',
  method: 'POST',
  path: '/desk-api/customers/:id/sessions/end',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({ sessionId: v.optional(uuid) }),
  answer: v.strictObject({ ended: v.number() }),
  summary: 'Ends one session of a customer, or all of them.',
})

export const eraseCustomer = defineApprovedAction({
  name: 'customer erase',
  approval: 'erase-customer',
  who: 'customers-change',
  input: { customerId: uuid },
})
