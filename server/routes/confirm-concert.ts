import { isoOf } from '#contract/time.ts'
import { confirmOrDeclineSeat, deliveryOf } from '#server/campaign/concert.ts'
import type { Handler } from '#server/handler.ts'
import { takeAddress } from '#server/identity/address-of-winner.ts'

export const handler: Handler<'confirmConcert'> = async ({ db, caller, body, now }) => {
  const { customerId } = caller
  // The address and the confirmation are one write in one transaction. As two writes in two lanes of the phone's
  // outbox, the confirmation could arrive first, or alone.
  if (body.attend && (await deliveryOf(db, customerId, now)) === 'shipped')
    await takeAddress(db, customerId, body.address, now)
  const { confirmed, confirmedAt } = await confirmOrDeclineSeat(db, customerId, body.attend, now)
  return { confirmed, confirmedAt: isoOf(confirmedAt) }
}
