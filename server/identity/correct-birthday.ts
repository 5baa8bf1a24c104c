import { ageOn, ageVerdict, bangkokDay } from '#contract/rules.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import type { CustomerRow } from './profile.ts'
import { readCustomer } from './view.ts'

/**
 * Stores the birthday that a person at the desk has read on an ID card. This may make a winner an adult, or a minor
 * whose prize then needs a guardian's consent. Must run in a transaction. Returns the earlier birthday, or why nothing
 * changed.
 */
export async function correctBirthday(
  db: Db,
  { id }: Pick<CustomerRow, 'id'>,
  birthDate: string,
  now: number,
): Promise<{ readonly before: string | null } | 'left' | 'same' | 'tooYoung'> {
  await lockCustomer(db, id)
  const row = await readCustomer(db, id)
  if (row.status === 'cancelled') return 'left'
  if (row.birth_date === birthDate) return 'same'
  const { min_age: minAge } = await readCampaign(db)
  if (ageVerdict(ageOn(birthDate, bangkokDay(now)), minAge) === 'refused') return 'tooYoung'
  await db
    .updateTable('customer')
    .set({ birth_date: birthDate, version: row.version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  return { before: row.birth_date }
}
