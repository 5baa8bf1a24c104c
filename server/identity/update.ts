import type { Customer } from '#contract/schema/customer.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { confirmedDelivery, deliveryOf } from '#server/campaign/concert.ts'
import { isMinor } from '#server/campaign/prize-duties.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { checkAddress, isComplete } from './address.ts'
import { checkAge } from './age.ts'
import { latestConsents } from './consents.ts'
import { claimPhone } from './phone.ts'
import { type CustomerRow, merge, type Profile, type ProfileInput } from './profile.ts'
import { readCustomer, viewCustomer } from './view.ts'

/**
 * Validates the merged profile as a whole. Null as `ifVersion` accepts any version. Throws VERSION_CONFLICT with the
 * current customer, ADDRESS_REQUIRED if a winner of a shipped prize deletes the address, and VALIDATION if the new
 * birthday makes a winner under 20 an adult. Must run in a transaction.
 */
export async function updateCustomer(
  db: Db,
  customerId: string,
  input: ProfileInput,
  { ifVersion, now }: { ifVersion: number | null; now: number },
): Promise<Customer> {
  await lockParticipant(db, customerId)
  const row = await readCustomer(db, customerId)
  if (ifVersion !== null && ifVersion !== row.version) {
    throw new ApiError('VERSION_CONFLICT', { current: await viewCustomer(db, row) })
  }
  const profile = merge(row, input)
  if (!differs(row, profile)) return viewCustomer(db, row)
  if (profile.birth_date !== null && profile.birth_date !== row.birth_date) {
    await checkBirthDate(db, customerId, profile.birth_date, now)
    await requireMinorWinner(db, row, profile.birth_date, now)
  }
  await checkAddress(db, profile)
  if (isComplete(row) && !isComplete(profile)) await requireNoShipment(db, customerId, now)
  if (row.status === 'registered' && profile.phone !== null) await claimPhone(db, customerId, profile.phone)
  await db
    .updateTable('customer')
    .set({ ...profile, version: row.version + 1, updated_at: now })
    .where('id', '=', customerId)
    .execute()
  return viewCustomer(db, await readCustomer(db, customerId))
}

async function requireNoShipment(db: Db, customerId: string, now: number): Promise<void> {
  if ((await confirmedDelivery(db, customerId, now)) === 'shipped') throw new ApiError('ADDRESS_REQUIRED')
}

const differs = (row: CustomerRow, profile: Profile): boolean =>
  Object.entries(profile).some(([column, value]) => row[column as keyof Profile] !== value)

/** Prevents winners under 20 from avoiding the guardian's consent by changing their birthday. */
async function requireMinorWinner(db: Db, row: CustomerRow, birthDate: string, now: number): Promise<void> {
  const becomesAdult = isMinor(row.birth_date, now) && !isMinor(birthDate, now)
  if (becomesAdult && (await deliveryOf(db, row.id, now)) !== null) throw invalid('birthDate', 'winner')
}

async function checkBirthDate(db: Db, customerId: string, birthDate: string, now: number): Promise<void> {
  const { min_age: minAge } = await readCampaign(db)
  const { guardian } = await latestConsents(db, customerId)
  // Provisional customers give the guardian's consent later, when they register.
  const { status } = await readCustomer(db, customerId)
  checkAge(birthDate, { minAge, guardian: status === 'provisional' || guardian?.granted === true, now })
}
