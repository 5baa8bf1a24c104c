import type { Campaign } from '#server/campaign/clock.ts'
import { confirmByOf } from '#server/campaign/reward.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { enqueueMessages } from '#server/message-queue/enqueue.ts'
import { deadlineSubject } from '#server/message-queue/subjects.ts'
import { missedBy } from '#server/messages/missed.ts'
import { sendableFrom } from '#server/messages/sending-rules.ts'
import type { Db } from '#server/store/tables.ts'
import { currentDraw, lockCurrentDraw } from './current.ts'
import { DrawRefusal, requireNear } from './refusal.ts'
import { drawnCustomers, type DrawnCustomer as Place } from './seats.ts'

/**
 * Gives vacant seats to the reserves in order. A seat is vacant if its winner declined the prize, did not confirm in
 * time, or left the campaign, unless the prize was already sent or handed over.
 */
export async function promoteReserves(db: Db, confirmBy: number, now: number) {
  const { campaign, draw } = await lockCurrentDraw(db)
  if (draw.state !== 'run') throw new DrawRefusal('NO_WINNERS', { state: draw.state })
  if (campaign.announced_at === null || now < campaign.announced_at) throw new DrawRefusal('NOT_ANNOUNCED')
  if (confirmBy <= now) throw new DrawRefusal('CONFIRM_BY_PAST')
  requireNear(confirmBy, now)
  const places = await placesIn(db, draw.id)
  const { vacant, reserves } = planOf(places, campaign, now)
  const expired = await expireLate(db, campaign, places, now)
  const promoted: { rank: number; seat: number; ticketNo: string; customerId: string }[] = []
  for (const [index, seat] of vacant.entries()) {
    const next = reserves[index]
    if (!next) break
    await promote(db, draw.id, { place: next, seat, confirmBy, now })
    promoted.push({ rank: next.rank, seat, ticketNo: next.ticket_id, customerId: next.customer_id })
  }
  return {
    expired,
    promoted,
    vacant: vacant.length - promoted.length,
    reservesLeft: reserves.length - promoted.length,
  }
}

/**
 * Previews `promoteReserves`: the vacant seats, how many of them expired unconfirmed, the reserves to promote, and how
 * many of these cannot be reached by LINE message. `toldFrom` is when the other reserves get their message
 * (milliseconds); null if messages are off.
 */
export async function promotionPlan(db: Db, now: number) {
  const { campaign, draw } = await currentDraw(db)
  const places = await placesIn(db, draw.id)
  const { vacant, reserves } = planOf(places, campaign, now)
  const next = reserves.slice(0, vacant.length).map(place => place.customer_id)
  const untold = await missedBy(db, 'reserve-promoted', next, { now, by: Number.POSITIVE_INFINITY })
  return {
    vacant: vacant.length,
    expiring: places.filter(place => isLate(place, campaign, now)).length,
    promotes: next.length,
    reserves: reserves.length,
    untold: untold.size,
    toldFrom: (await readChannel(db)) ? sendableFrom('reserve-promoted', now) : null,
  }
}

/** Counts the winners by answer. `declined` includes winners who confirmed too late or have left. */
export async function answersOf(db: Db, now: number) {
  const { campaign, draw } = await currentDraw(db)
  const winners = (await placesIn(db, draw.id)).filter(place => place.seat !== null)
  const stay = winners.filter(place => !hasLeft(place))
  const confirmed = stay.filter(place => place.draw_state === 'confirmed').length
  const waiting = stay.filter(place => place.draw_state === 'won' && !isLate(place, campaign, now)).length
  return { waiting, confirmed, declined: winners.length - confirmed - waiting }
}

function planOf(places: readonly Place[], campaign: Campaign, now: number) {
  const vacant = vacantSeats(places, campaign, now)
  const reserves = places.filter(
    place => place.seat === null && place.draw_state === 'reserve' && !hasLeft(place),
  )
  return { vacant, reserves }
}

const placesIn = (db: Db, drawId: string) => drawnCustomers(db, drawId).execute()

const hasLeft = (place: Place): boolean => place.status === 'cancelled'
const isLate = (place: Place, campaign: Campaign, now: number): boolean =>
  place.draw_state === 'won' && now > confirmByOf(place, campaign)

/** True if the prize was sent or handed over. An earlier release still let such winners decline or leave. */
const isGone = (place: Place): boolean => place.shipped_at !== null || place.received_at !== null

/** True if the customer has received the prize, has confirmed it, or can still confirm it. */
const holds = (place: Place, campaign: Campaign, now: number): boolean =>
  isGone(place) ||
  (!hasLeft(place) &&
    (place.draw_state === 'confirmed' || (place.draw_state === 'won' && !isLate(place, campaign, now))))

function vacantSeats(places: readonly Place[], campaign: Campaign, now: number): number[] {
  const seats = new Set(places.flatMap(place => (place.seat === null ? [] : [place.seat])))
  for (const place of places) {
    if (place.seat !== null && holds(place, campaign, now)) seats.delete(place.seat)
  }
  return [...seats].sort((a, b) => a - b)
}

/** Stores `expired`, so that a later deadline does not make unconfirmed seats valid again. */
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
  if (changed.numUpdatedRows === 0n) throw new DrawRefusal('PROMOTED_MEANWHILE')
  await db
    .updateTable('draw_winner')
    .set({ seat, promoted_at: now })
    .where('draw_id', '=', drawId)
    .where('rank', '=', place.rank)
    .execute()
  const { customer_id } = place
  const subject = deadlineSubject(drawId, confirmBy)
  await enqueueMessages(db, [{ kind: 'reserve-promoted', subject, customer_id, dueAt: now }], now)
}
