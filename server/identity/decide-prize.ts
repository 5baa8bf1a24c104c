import type { PostalAddress } from '#contract/schema/customer.ts'
import { confirmOrDeclineSeat, deliveryOf } from '#server/campaign/concert.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { takeAddress } from './address-of-winner.ts'

type Decision = {
  readonly attend: boolean
  /** Where to send the prize; undefined for the address in the profile. */
  readonly address?: PostalAddress | undefined
}

/**
 * Confirms or declines a winner's prize like `confirmOrDeclineSeat`. A prize that is sent needs an address. Must run in a
 * transaction.
 */
export async function decidePrize(db: Db, customerId: string, { attend, address }: Decision, now: number) {
  // The button in the chat and the app can do this at the same time. The second then finds the decision of the first.
  await lockCustomer(db, customerId)
  // The address and the confirmation are one write in one transaction. As two writes in two lanes of the phone's
  // outbox, the confirmation could arrive first, or alone.
  if (attend && (await deliveryOf(db, customerId, now)) === 'shipped')
    await takeAddress(db, customerId, address, now)
  return confirmOrDeclineSeat(db, customerId, attend, now)
}
