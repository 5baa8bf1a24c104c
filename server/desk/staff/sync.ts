import type { StaffPlace } from '#contract/desk/people.ts'
import type { Conflict } from '#contract/desk/staff.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { bangkokDay, ofBangkok } from '#contract/rules.ts'
import { DAY_MS, momentOf } from '#contract/time.ts'
import { codePrefix } from '#server/campaign/qr.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { nameOf } from './code.ts'
import { firstHandOver, type Staff } from './hand-over.ts'
import { type Collector, collectors } from './night.ts'

type News = Pick<DeskAnswer<'syncHandOvers'>, 'used' | 'conflicts' | 'counts'>

/** Returns what a device must know about other devices' hand-overs. `known` is its number of used codes. */
export async function newsFor(staff: Staff, known: number): Promise<News> {
  const { db, place, now } = staff
  const all = place === 'event' ? await collectors(db, now) : []
  const used = all.filter(({ usedAt }) => usedAt !== null)
  const isNew = used.length !== known
  return {
    used: isNew ? await usedCodes(db, used) : null,
    conflicts: await conflictsOf(staff),
    counts: {
      device: await countOf(
        db
          .selectFrom('hand_over')
          .where('person_id', '=', staff.personId)
          .where('device', '=', staff.device)
          .where('outcome', '=', 'first')
          .where('at', '>', now - DAY_MS),
      ),
      all: place === 'event' ? used.length : await usedToday(db, place, now),
      expected: place === 'event' ? used.length + all.filter(({ isHere }) => isHere).length : null,
    },
  }
}

async function usedCodes(db: Db, used: readonly Collector[]) {
  const rows = await db
    .selectFrom('hand_over')
    .select(['customer_id', 'reward_type', 'device'])
    .where('outcome', '=', 'first')
    .where('reward_type', 'in', [...new Set(used.map(({ type }) => type)), ''])
    .execute()
  const devices = new Map(rows.map(row => [`${row.customer_id} ${row.reward_type}`, row.device]))
  return used.map(({ customerId, rewardId, type, title, usedAt }) => ({
    prefix: codePrefix(rewardId),
    rewardType: type,
    title,
    at: usedAt ?? 0,
    device: devices.get(`${customerId} ${type}`) ?? null,
  }))
}

const usedToday = (db: Db, stores: Exclude<StaffPlace, 'event'>, now: number): Promise<number> =>
  countOf(
    db
      .selectFrom('reward_use')
      .innerJoin('store', 'store.id', 'reward_use.store_id')
      .where('store.code', 'in', stores)
      .where('reward_use.used_at', '>=', momentOf(ofBangkok(`${bangkokDay(now)}T00:00`))),
  )

const CONFLICTS_MS = 2 * DAY_MS

/** The last characters of a code's id, which are random. */
const shownCode = (rewardId: string): string => rewardId.slice(-8).toUpperCase()

async function conflictsOf({ db, personId, place, now }: Staff): Promise<Conflict[]> {
  const rows = await db
    .selectFrom('hand_over')
    .innerJoin('customer', 'customer.id', 'hand_over.customer_id')
    .innerJoin('reward', 'reward.customer_id', 'hand_over.customer_id')
    .innerJoin('reward_kind', 'reward_kind.reward_type', 'hand_over.reward_type')
    .selectAll('hand_over')
    .select(['customer.first_name', 'customer.last_name', 'customer.status', 'reward.id'])
    .select(['reward_kind.title_th', 'reward_kind.title_en'])
    .where('hand_over.outcome', '!=', 'first')
    .where('hand_over.recorded_at', '>', now - CONFLICTS_MS)
    .orderBy('hand_over.recorded_at', 'desc')
    .limit(100)
    .execute()
  const found = await Promise.all(rows.map(async row => ({ row, first: await firstHandOver(db, row) })))
  const isOwn = (id: string | null | undefined) => id === personId
  const isForAll = (reason: string | null) => reason === 'access-ended' && place === 'event'
  return found
    .filter(({ row, first }) => isOwn(row.person_id) || isOwn(first?.personId) || isForAll(row.reason))
    .map(({ row, first }) => ({
      key: row.key,
      code: shownCode(row.id),
      name: row.status === 'cancelled' ? null : nameOf(row),
      title: { th: row.title_th, en: row.title_en ?? row.title_th },
      reason: row.reason,
      first: first && { at: first.at, device: first.device },
      second: { at: row.at, device: row.device },
    }))
}
