import type { Handler } from '#server/handler.ts'
import { keyOf } from '#server/idempotency.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'

export const handler: Handler<'deleteCustomer'> = async ({ db, deps, caller, headers, now }) => {
  const at = { now, random: deps.random, key: keyOf(headers) }
  await cancelCustomer(db, caller.customerId, {}, at)
  return { deleted: true }
}
