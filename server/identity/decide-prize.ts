import type { PostalAddress } from '#contract/schema/customer.ts'
import { confirmOrDeclineSeat, deliveryOf } from '#server/campaign/concert.ts'
import { ApiError } from '#server/errors.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { isComplete } from './address.ts'
import { updateCustomer } from './update.ts'
import { readCustomer } from './view.ts'

type Decision = {
  readonly attend: boolean
  /** Undefined to use the address in the profile. */
  readonly address?: PostalAddress | undefined
}

/** Like `confirmOrDeclineSeat`, but a shipped prize needs an address. Must run in a transaction. */
export async function decidePrize(db: Db, customerId: string, { attend, address }: Decision, now: number) {
  // The app and the button in the chat may decide concurrently. With the lock, the second one sees the first decision.
  await lockCustomer(db, customerId)
  // Save the address and the confirmation in one transaction. As two jobs in two lanes of the phone's outbox, the
  // confirmation could arrive first, or without the address.
  if (attend && (await deliveryOf(db, customerId, now)) === 'shipped')
    await takeAddress(db, customerId, address, now)
  return confirmOrDeclineSeat(db, customerId, attend, now)
}

/**
 * Stores a winner's shipping address; without `address`, checks the stored one. Throws VALIDATION if the parts of the
 * address do not match, and ADDRESS_REQUIRED if it is incomplete.
 */
async function takeAddress(
  db: Db,
  customerId: string,
  address: PostalAddress | undefined,
  now: number,
): Promise<void> {
  if (address !== undefined) await updateCustomer(db, customerId, address, { ifVersion: null, now })
  if (!isComplete(await readCustomer(db, customerId))) throw new ApiError('ADDRESS_REQUIRED')
}
