import type { PostalAddress } from '#contract/schema/customer.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import { isComplete } from './address.ts'
import { updateCustomer } from './update.ts'
import { readCustomer } from './view.ts'

/**
 * Stores the address to which a winner's prize is sent. Without `address`, the stored one is used. Throws VALIDATION if
 * the address's parts do not belong together, and ADDRESS_REQUIRED if the customer has no complete address. Must run in a
 * transaction.
 */
export async function takeAddress(
  db: Db,
  customerId: string,
  address: PostalAddress | undefined,
  now: number,
): Promise<void> {
  if (address !== undefined) await updateCustomer(db, customerId, address, { ifVersion: null, now })
  if (!isComplete(await readCustomer(db, customerId))) throw new ApiError('ADDRESS_REQUIRED')
}
