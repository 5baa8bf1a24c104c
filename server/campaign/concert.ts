import { assertNever } from '#contract/assert-never.ts'
import type { DrawState, LuckyPrize } from '#contract/schema/reward.ts'
import { ApiError } from '#server/errors.ts'
import { enqueueMessages, UNDO_MS } from '#server/message-queue/enqueue.ts'
import type { Db } from '#server/store/tables.ts'
import { type Campaign, readCampaign } from './clock.ts'
import { isHandedOver } from './prize-sent.ts'
import { bumpRewardVersion, confirmByOf, type RewardRow, rewardRowOf, shownDrawState } from './reward.ts'
import { wonPrize } from './won-prize.ts'

type Answered = { confirmed: boolean; confirmedAt: number }
type Row = NonNullable<RewardRow>

type Delivery = LuckyPrize['delivery'] | null

/** Returns null unless the customer has won a prize and has not declined it. */
export const deliveryOf = (db: Db, customerId: string, now: number): Promise<Delivery> =>
  deliveryIn(['won', 'confirmed'], db, customerId, now)

export const confirmedDelivery = (db: Db, customerId: string, now: number): Promise<Delivery> =>
  deliveryIn(['confirmed'], db, customerId, now)

async function deliveryIn(
  states: readonly DrawState[],
  db: Db,
  customerId: string,
  now: number,
): Promise<Delivery> {
  const campaign = await readCampaign(db)
  const row = await rewardRowOf(db, customerId)
  if (!row) return null
  const state = shownDrawState(row, campaign, 0, now)
  if (!states.includes(state)) return null
  return (await wonPrize(db, row, campaign, state))?.delivery ?? null
}

/**
 * Repeating a decision succeeds even after `confirmBy`. A declined seat goes to a reserve, so it
 * cannot be confirmed again. The caller must have locked the customer.
 */
export async function confirmOrDeclineSeat(
  db: Db,
  customerId: string,
  attend: boolean,
  now: number,
): Promise<Answered> {
  const campaign = await readCampaign(db)
  const row = await rewardRowOf(db, customerId)
  if (!row) throw new ApiError('NOT_A_WINNER')
  // Pass 0 tickets: the number only distinguishes `none` from `entered`, and a winner has neither state.
  const state = shownDrawState(row, campaign, 0, now)
  switch (state) {
    case 'none':
    case 'entered':
    case 'reserve':
    case 'lost':
      throw new ApiError('NOT_A_WINNER')
    case 'expired':
      throw new ApiError('CONFIRM_CLOSED')
    case 'won':
      return decide(db, row, campaign, attend, now)
    case 'confirmed':
      if (attend) return repeated(row, true, now)
      if (await isHandedOver(db, customerId, campaign)) throw new ApiError('PRIZE_SENT')
      return decide(db, row, campaign, false, now)
    case 'declined':
      if (attend) throw new ApiError('CONFIRM_CLOSED')
      return repeated(row, false, now)
    default:
      return assertNever(state)
  }
}

const repeated = (row: Row, confirmed: boolean, now: number): Answered => ({
  confirmed,
  confirmedAt: row.confirmed_at ?? now,
})

async function decide(db: Db, row: Row, campaign: Campaign, attend: boolean, now: number): Promise<Answered> {
  if (now > confirmByOf(row, campaign)) throw new ApiError('CONFIRM_CLOSED')
  const changed = await db
    .updateTable('reward')
    .set({ draw_state: attend ? 'confirmed' : 'declined', confirmed_at: now })
    .where('id', '=', row.id)
    .where('draw_state', '=', row.draw_state)
    .executeTakeFirst()
  // Another phone or the organiser changed the row concurrently.
  if (changed.numUpdatedRows === 0n) throw new ApiError('CONFIRM_CLOSED')
  await bumpRewardVersion(db, row.customer_id, now)
  if (attend) {
    const { customer_id } = row
    const about = { kind: 'seat-confirmed', subject: campaign.draw_id ?? '', customer_id } as const
    await enqueueMessages(db, [{ ...about, dueAt: now + UNDO_MS }], now)
  }
  return { confirmed: attend, confirmedAt: now }
}
