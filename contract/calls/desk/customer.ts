import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { moment } from '#contract/desk/customers.ts'
import { messageStates } from '#contract/message-groups.ts'
import { uuid } from '#contract/schema/common.ts'
import { customerStatus } from '#contract/schema/customer.ts'

const card = v.strictObject({
  id: uuid,
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  lineName: v.nullable(v.string()),
  lineUserId: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  birthDate: v.nullable(v.string()),
  address: v.nullable(v.string()),
  joinedAt: v.number(),
  leftAt: moment,
  status: customerStatus,
  blockedAt: moment,
})

const consent = v.strictObject({
  id: uuid,
  kind: v.picklist(['terms', 'privacy', 'marketing', 'guardian']),
  version: v.string(),
  granted: v.boolean(),
  at: v.number(),
})

const ticket = v.strictObject({
  number: v.string(),
  source: v.picklist(['welcome', 'receipt', 'answer']),
  isValid: v.boolean(),
  createdAt: v.number(),
})

const message = v.strictObject({
  kind: v.string(),
  state: v.picklist(messageStates),
  reason: v.nullable(v.string()),
  createdAt: v.number(),
  settledAt: moment,
})

const session = v.strictObject({
  id: uuid,
  state: v.picklist(['live', 'ended', 'expired']),
  createdAt: v.number(),
  usedAt: v.number(),
  endedAt: moment,
  reused: v.number(),
})

/** `by` is the name of the person who wrote the note. */
const note = v.strictObject({
  id: uuid,
  text: v.string(),
  by: v.string(),
  createdAt: v.number(),
  mayDelete: v.boolean(),
})

const action = v.strictObject({ seq: v.number(), at: v.number(), actor: v.string(), action: v.string() })

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/customers/:id',
  who: 'customers',
  params: v.strictObject({ id: uuid }),
  answer: v.strictObject({
    card,
    consents: v.array(consent),
    tickets: v.strictObject({ valid: v.number(), void: v.number(), newest: v.array(ticket) }),
    messages: v.array(message),
    /** Newest first. */
    notes: v.array(note),
    sessions: v.array(session),
    actions: v.array(action),
  }),
  summary: 'Everything about a customer except the timeline and receipts. Opening it is in the audit log.',
})
