import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { SEARCH_MAX } from '#contract/desk/limits.ts'
import { line, uuid } from '#contract/schema/common.ts'
import { customerStatus } from '#contract/schema/customer.ts'

const found = v.strictObject({
  id: uuid,
  name: v.string(),
  phoneEnd: v.string(),
  status: customerStatus,
  isBlocked: v.boolean(),
  joinedAt: v.number(),
})

// POST keeps names and phone numbers out of URLs, which proxies log.
export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/customers/find',
  who: 'customers',
  body: v.strictObject({ text: line(1, SEARCH_MAX) }),
  answer: v.strictObject({ customers: v.array(found), more: v.boolean() }),
  summary: 'Finds customers by id, phone number, LINE user id, receipt or the beginning of a name.',
})
