import * as v from 'valibot'
import { NIGHT_KEY_HOURS, NIGHT_MS } from '#contract/desk/limits.ts'
import type { StaffPlace } from '#contract/desk/people.ts'
import type { NightList } from '#contract/desk/staff.ts'
import { QR_STEP_S } from '#contract/limits.ts'
import { rewardType } from '#contract/schema/reward.ts'
import { HOUR_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { doorsOf } from '#server/campaign/doors.ts'
import { dutiesOf } from '#server/campaign/prize-duties.ts'
import { prizeAt, prizesOf } from '#server/campaign/prizes.ts'
import { codePrefix, hourKeys } from '#server/campaign/qr.ts'
import type { Db } from '#server/store/tables.ts'
import { nameOf } from './code.ts'

type At = { readonly place: StaffPlace; readonly now: number }

/**
 * Returns the list of tonight's winners for the event. A store gets no list, because any customer could come there and
 * the list would contain all of them.
 */
export async function nightListOf(db: Db, { place, now }: At): Promise<NightList> {
  // A code from the previous half minute is still fresh.
  const hour = Math.floor((now - QR_STEP_S * 1000) / HOUR_MS)
  const stores = place === 'event' ? [] : await storesIn(db, place)
  const tonight = place === 'event' ? (await collectors(db, now)).filter(row => isTonight(row, now)) : []
  const doors = tonight.flatMap(row => row.doors ?? [])
  if (doors.length === 0) return { now, stores, keepUntil: null, hour, entries: [] }
  const keepUntil = Math.min(...doors) + NIGHT_MS
  const count = Math.min(NIGHT_KEY_HOURS, Math.ceil(keepUntil / HOUR_MS) - hour)
  const entries = tonight
    .filter(row => row.isHere && row.isCleared)
    .map(({ rewardId, secret, name, title, type }) => {
      const prefix = codePrefix(rewardId)
      return { prefix, keys: hourKeys(prefix, secret, { hour, count }), name, title, rewardType: type }
    })
  return { now, stores, keepUntil, hour, entries }
}

const isTonight = ({ doors }: Collector, now: number): boolean =>
  doors !== null && now >= doors - NIGHT_MS && now < doors + NIGHT_MS

const storesIn = async (db: Db, codes: readonly string[]) =>
  (
    await db
      .selectFrom('store')
      .select(['code', 'name_th as name'])
      .where('code', 'in', [...codes])
      .where('active', '=', 1)
      .orderBy('code')
      .execute()
  ).map(({ code, name }) => ({ code, name }))

/** Returns the winners of the announced draw whose prizes are handed over in person: the confirmed ones, or all. */
export async function collectors(db: Db, now: number, who: 'confirmed' | 'all' = 'confirmed') {
  const campaign = await readCampaign(db)
  if (campaign.announced_at === null || now < campaign.announced_at) return []
  const draw = await db
    .selectFrom('draw')
    .select(['prizes', 'handover'])
    .where('id', '=', campaign.draw_id ?? '')
    .executeTakeFirst()
  const kind = await db
    .selectFrom('reward_kind')
    .select(['reward_type', 'opens_at'])
    .where('unlocked_by', '=', 'winner')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!draw || !kind) return []
  const type = v.parse(rewardType, kind.reward_type)
  const prizes = prizesOf(draw.prizes)
  const winners = winnersOf(db, campaign.draw_id ?? '', type)
  const rows = await (who === 'all'
    ? winners
    : winners.where('reward.draw_state', '=', 'confirmed')
  ).execute()
  return rows.flatMap(row => {
    const prize = prizeAt(prizes, row.seat)
    if (prize === null || prize.delivery === 'shipped') return []
    const duties = dutiesOf(row, prize, now)
    const isSent = prize.delivery === 'counter' && (row.received_at ?? row.shipped_at) !== null
    return [
      {
        type,
        customerId: row.customer_id,
        rewardId: row.id,
        secret: row.qr_secret,
        name: nameOf(row),
        title: { th: prize.titleTh, en: prize.titleEn },
        delivery: prize.delivery,
        usedAt: row.used_at,
        doors: doorsOf(draw.handover, prize.key, kind.opens_at),
        /** False if the tax is unpaid or staff must see a document, because staff can check this only online. */
        isCleared: !duties.owesTax && !duties.needsGuardian,
        /** False if the customer already has the prize, has left or is blocked. */
        isHere: row.used_at === null && !isSent && row.status !== 'cancelled' && row.blocked_at === null,
      },
    ]
  })
}

export type Collector = Awaited<ReturnType<typeof collectors>>[number]

const winnersOf = (db: Db, drawId: string, type: string) =>
  db
    .selectFrom('draw_winner')
    .innerJoin('customer', 'customer.id', 'draw_winner.customer_id')
    .innerJoin('reward', 'reward.customer_id', 'draw_winner.customer_id')
    .leftJoin('block', 'block.customer_id', 'draw_winner.customer_id')
    .leftJoin('reward_use', join =>
      join
        .onRef('reward_use.customer_id', '=', 'draw_winner.customer_id')
        .on('reward_use.reward_type', '=', type),
    )
    .leftJoin('prize_delivery', join =>
      join
        .onRef('prize_delivery.customer_id', '=', 'draw_winner.customer_id')
        .onRef('prize_delivery.draw_id', '=', 'draw_winner.draw_id'),
    )
    .select(['draw_winner.customer_id', 'draw_winner.seat', 'reward.id', 'reward.qr_secret'])
    .select(['customer.first_name', 'customer.last_name', 'customer.status', 'block.blocked_at'])
    .select(['customer.birth_date', 'prize_delivery.tax_paid_at', 'prize_delivery.guardian_at'])
    .select(['reward_use.used_at', 'prize_delivery.received_at', 'prize_delivery.shipped_at'])
    .where('draw_winner.draw_id', '=', drawId)
    .where('draw_winner.seat', 'is not', null)
    .orderBy('draw_winner.rank')
