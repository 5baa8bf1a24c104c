import type { Campaign } from '#server/campaign/clock.ts'
import { confirmByOf } from '#server/campaign/reward.ts'
import type { Db } from '#server/store/tables.ts'
import { lockCurrentDraw } from './current.ts'
import { DrawRefusal } from './refusal.ts'

type Place = Awaited<ReturnType<typeof placesIn>>[number]

/**
 * Gives seats that their holders declined, or did not confirm in time, or left the campaign with, to the reserves in
 * their order. Each promoted reserve has until `confirmBy` (milliseconds) to confirm.
 */
export async function promoteReserves(db: Db, confirmBy: number, now: number) {
  const { campaign, draw } = await lockCurrentDraw(db)
  if (draw.state !== 'run') throw new DrawRefusal(`The draw is ${draw.state}: nobody has won yet.`)
  if (campaign.announced_at === null || now < campaign.announced_at) {
    throw new DrawRefusal('The winners are not announced yet: nobody could have confirmed.')
  }
  if (confirmBy <= now) throw new DrawRefusal('--confirm-by: must lie in the future')
  const places = await placesIn(db, draw.id)
  const expired = await expireLate(db, campaign, places, now)
  const vacant = vacantSeats(places, campaign, now)
  const standing = places.filter(
    place => place.seat === null && place.draw_state === 'reserve' && !hasLeft(place),
  )
  const promoted: { rank: number; seat: number; ticketNo: string; customerId: string }[] = []
  for (const [index, seat] of vacant.entries()) {
    const next = standing[index]
    if (!next) break
    await promote(db, draw.id, { place: next, seat, confirmBy, now })
    promoted.push({ rank: next.rank, seat, ticketNo: next.ticket_id, customerId: next.customer_id })
  }
  return {
    expired,
    promoted,
    vacant: vacant.length - promoted.length,
    reservesLeft: standing.length - promoted.length,
  }
}

const placesIn = (db: Db, drawId: string) =>
  db
    .selectFrom('draw_winner')
    .innerJoin('reward', 'reward.customer_id', 'draw_winner.customer_id')
    .innerJoin('customer', 'customer.id', 'draw_winner.customer_id')
    .select(['draw_winner.rank', 'draw_winner.seat', 'draw_winner.ticket_id', 'draw_winner.customer_id'])
    .select(['reward.draw_state', 'reward.confirm_by', 'customer.status'])
    .where('draw_winner.draw_id', '=', drawId)
    .orderBy('draw_winner.rank')
    .execute()

const hasLeft = (place: Place): boolean => place.status === 'cancelled'
const isLate = (place: Place, campaign: Campaign, now: number): boolean =>
  place.draw_state === 'won' && now > confirmByOf(place, campaign)

/** Whether somebody has, or can still take, the seat. */
const holds = (place: Place, campaign: Campaign, now: number): boolean =>
  !hasLeft(place) &&
  (place.draw_state === 'confirmed' || (place.draw_state === 'won' && !isLate(place, campaign, now)))

function vacantSeats(places: readonly Place[], campaign: Campaign, now: number): number[] {
  const seats = new Set(places.flatMap(place => (place.seat === null ? [] : [place.seat])))
  for (const place of places) {
    if (place.seat !== null && holds(place, campaign, now)) seats.delete(place.seat)
  }
  return [...seats].sort((a, b) => a - b)
}

/** Writes down what customers see already, so that a later deadline cannot bring a lost seat back. */
async function expireLate(
  db: Db,
  campaign: Campaign,
  places: readonly Place[],
  now: number,
): Promise<number> {
  let expired = 0
  for (const place of places.filter(one => isLate(one, campaign, now))) {
    const changed = await db
      .updateTable('reward')
      .set(eb => ({ draw_state: 'expired', version: eb('version', '+', 1), updated_at: now }))
      .where('customer_id', '=', place.customer_id)
      .where('draw_state', '=', 'won')
      .executeTakeFirst()
    expired += Number(changed.numUpdatedRows)
  }
  return expired
}

type Promotion = { place: Place; seat: number; confirmBy: number; now: number }

async function promote(db: Db, drawId: string, { place, seat, confirmBy, now }: Promotion): Promise<void> {
  const changed = await db
    .updateTable('reward')
    .set(eb => ({
      draw_state: 'won',
      confirm_by: confirmBy,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('customer_id', '=', place.customer_id)
    .where('draw_state', '=', 'reserve')
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n)
    throw new DrawRefusal('Somebody else is promoting reserves; run it again.')
  await db
    .updateTable('draw_winner')
    .set({ seat, promoted_at: now })
    .where('draw_id', '=', drawId)
    .where('rank', '=', place.rank)
    .execute()
}
