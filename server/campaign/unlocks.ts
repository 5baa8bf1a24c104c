import { assertNever } from '#contract/assert-never.ts'
import type { DrawState, LuckyPrize } from '#contract/schema/reward.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type Unlocks = { answered: boolean; approved: boolean; confirmed: boolean; lost: boolean }

/**
 * `state` is the draw state that the customer is allowed to see. Confirming a shipped prize unlocks nothing, because it
 * is not collected with a reward, and neither does a prize whose event is cancelled.
 */
export async function unlocksOf(
  db: Db,
  customerId: string,
  state: DrawState,
  prize: LuckyPrize | null,
): Promise<Unlocks> {
  const answer = await db
    .selectFrom('answer')
    .select('id')
    .where('customer_id', '=', customerId)
    .limit(1)
    .executeTakeFirst()
  const receipt = await db
    .selectFrom('receipt')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'approved')
    .limit(1)
    .executeTakeFirst()
  const confirmed = state === 'confirmed' && prize?.delivery !== 'shipped' && prize?.event?.cancelled !== true
  return {
    answered: answer !== undefined,
    approved: receipt !== undefined,
    confirmed,
    lost: state === 'lost',
  }
}

export function isUnlocked(kind: Pick<Tables['reward_kind'], 'unlocked_by'>, unlocks: Unlocks): boolean {
  switch (kind.unlocked_by) {
    case 'registered':
      return true
    case 'answer':
      return unlocks.answered
    case 'receipt':
      return unlocks.approved
    case 'winner':
      return unlocks.confirmed
    case 'lost':
      return unlocks.lost
    default:
      return assertNever(kind.unlocked_by)
  }
}
