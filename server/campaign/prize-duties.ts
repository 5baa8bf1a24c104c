import { AGE } from '#contract/limits.ts'
import { ageOn, bangkokDay } from '#contract/rules.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { readCampaign } from './clock.ts'
import { prizesOf, type SeatedPrize, seatedPrizes, taxOf } from './prizes.ts'

type Winner = Pick<Tables['customer'], 'birth_date'> & {
  readonly tax_paid_at: number | null
  readonly guardian_at: number | null
}
/** What has to happen before the organiser may hand a prize over. */
export type PrizeDuties = { readonly owesTax: boolean; readonly needsGuardian: boolean }

export const isMinor = (birthDate: string | null, now: number): boolean =>
  birthDate !== null && ageOn(birthDate, bangkokDay(now)) < AGE.adult

/** A checkbox ticked by a child is not consent, so staff must see the guardian's before a minor gets a prize. */
export const dutiesOf = (
  { birth_date, tax_paid_at, guardian_at }: Winner,
  prize: Pick<SeatedPrize, 'valueBaht'>,
  now: number,
): PrizeDuties => ({
  owesTax: (taxOf(prize) ?? 0) > 0 && tax_paid_at === null,
  needsGuardian: isMinor(birth_date, now) && guardian_at === null,
})

/** Returns the duties of a winner of the current draw. `key` is the prize's key. */
export async function prizeDuties(
  db: Db,
  customerId: string,
  key: string,
  now: number,
): Promise<PrizeDuties> {
  const { draw_id } = await readCampaign(db)
  const draw = await db
    .selectFrom('draw')
    .select('prizes')
    .where('id', '=', draw_id ?? '')
    .executeTakeFirst()
  const row = await db
    .selectFrom('customer')
    .leftJoin('prize_delivery', join =>
      join
        .onRef('prize_delivery.customer_id', '=', 'customer.id')
        .on('prize_delivery.draw_id', '=', draw_id ?? ''),
    )
    .select(['customer.birth_date', 'prize_delivery.tax_paid_at', 'prize_delivery.guardian_at'])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow()
  const prize = seatedPrizes(prizesOf(draw?.prizes ?? '[]')).find(one => one.key === key)
  return dutiesOf(row, prize ?? { valueBaht: null }, now)
}
