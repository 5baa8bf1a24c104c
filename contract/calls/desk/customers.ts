import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { BLOCK_REASON_MAX, SEARCH_MAX } from '#contract/desk/limits.ts'
import { line, uuid } from '#contract/schema/common.ts'
import { customerStatus } from '#contract/schema/customer.ts'

const moment = v.nullable(v.number())

const found = v.strictObject({
  id: uuid,
  name: v.string(),
  phoneEnd: v.string(),
  status: customerStatus,
  isBlocked: v.boolean(),
  joinedAt: v.number(),
})

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
  state: v.picklist(['waiting', 'held', 'sent', 'dropped', 'dead']),
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

const action = v.strictObject({ seq: v.number(), at: v.number(), actor: v.string(), action: v.string() })

const receipt = v.strictObject({
  id: uuid,
  storeName: v.string(),
  storeNameEn: v.nullable(v.string()),
  receiptNo: v.string(),
  amount: v.number(),
  status: v.picklist(['pending', 'approved', 'rejected', 'void']),
  rejectReason: v.nullable(v.string()),
  rejectNote: v.nullable(v.string()),
  purchasedAt: v.number(),
  createdAt: v.number(),
  reviewedAt: moment,
  tickets: v.number(),
  photos: v.number(),
})

const timelineKinds = [
  'joined',
  'left',
  'blocked',
  'consent-given',
  'consent-withdrawn',
  'receipt-sent',
  'receipt-approved',
  'receipt-rejected',
  'receipt-void',
  'answer',
  'reward-used',
  'message',
  'session-started',
  'session-ended',
] as const

const event = v.strictObject({
  key: v.string(),
  at: v.number(),
  kind: v.picklist(timelineKinds),
  /** The event's subject, for example a receipt number or a reward; empty if the kind says it all. */
  about: v.string(),
  /** For example a reason or a version. */
  more: v.nullable(v.string()),
})

const place = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}-\d{1,6}$/, 'place')))

export const customersCalls = {
  // POST keeps names and phone numbers out of URLs, which proxies log.
  findCustomers: deskCall({
    method: 'POST',
    path: '/desk-api/customers/find',
    who: 'customers',
    body: v.strictObject({ text: line(1, SEARCH_MAX) }),
    answer: v.strictObject({ customers: v.array(found), more: v.boolean() }),
    summary: 'Finds customers by id, phone number, LINE user id, receipt or the beginning of a name.',
  }),
  customer: deskCall({
    method: 'GET',
    path: '/desk-api/customers/:id',
    who: 'customers',
    params: v.strictObject({ id: uuid }),
    answer: v.strictObject({
      card,
      consents: v.array(consent),
      tickets: v.strictObject({ valid: v.number(), void: v.number(), newest: v.array(ticket) }),
      messages: v.array(message),
      sessions: v.array(session),
      actions: v.array(action),
    }),
    summary: 'Everything about a customer except the timeline and receipts. Opening it is in the audit log.',
  }),
  customerReceipts: deskCall({
    method: 'GET',
    path: '/desk-api/customers/:id/receipts',
    who: 'customers',
    params: v.strictObject({ id: uuid }),
    query: v.strictObject({
      after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}-[0-9a-f-]{36}$/, 'place'))),
    }),
    answer: v.strictObject({ receipts: v.array(receipt), next: v.nullable(v.string()) }),
    summary: 'A customer’s receipts, newest first, in pages.',
  }),
  customerTimeline: deskCall({
    method: 'GET',
    path: '/desk-api/customers/:id/timeline',
    who: 'customers',
    params: v.strictObject({ id: uuid }),
    query: v.strictObject({ after: place }),
    answer: v.strictObject({ events: v.array(event), next: v.nullable(v.string()) }),
    summary: 'A customer’s timeline, newest first, in pages.',
  }),
  blockCustomer: deskCall({
    method: 'POST',
    path: '/desk-api/customers/:id/block',
    audit: 'customer block',
    who: 'customers-change',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ reason: line(1, BLOCK_REASON_MAX) }),
    answer: v.strictObject({ ended: v.number() }),
    summary: 'Blocks a customer and ends all sessions.',
  }),
  unblockCustomer: deskCall({
    method: 'POST',
    path: '/desk-api/customers/:id/unblock',
    audit: 'customer unblock',
    who: 'customers-change',
    params: v.strictObject({ id: uuid }),
    answer: v.strictObject({}),
    summary: 'Lifts the block of a customer.',
  }),
  endCustomerSessions: deskCall({
    method: 'POST',
    path: '/desk-api/customers/:id/sessions/end',
    audit: 'customer sessions end',
    who: 'customers-change',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ sessionId: v.optional(uuid) }),
    answer: v.strictObject({ ended: v.number() }),
    summary: 'Ends one session of a customer, or all of them.',
  }),
}
