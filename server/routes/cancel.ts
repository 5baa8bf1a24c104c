import { isoOf } from '#contract/time.ts'
import type { Handler } from '#server/handler.ts'
import { keyOf } from '#server/idempotency.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'

export const handler: Handler<'cancel'> = async ({ db, deps, caller, body, headers, now }) => {
  const at = { now, random: deps.random, key: keyOf(headers) }
  await cancelCustomer(db, caller.customerId, body, at)
  return { cancelledAt: isoOf(now) }
}
