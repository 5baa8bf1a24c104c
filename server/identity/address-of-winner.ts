import type { PostalAddress } from '#contract/schema/customer.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import { isComplete } from './address.ts'
import { updateCustomer } from './update.ts'
import { readCustomer } from './view.ts'

/**
 * Stores a winner's shipping address; without `address`, checks the stored one. Throws VALIDATION if the parts of the
 * address do not match, and ADDRESS_REQUIRED if it is incomplete. Must run in a transaction.
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
