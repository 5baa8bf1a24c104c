import { sql } from 'kysely'
import { BANGKOK_OFFSET_MS } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/store/tables.ts'

/**
 * Counts for one period. Receipts are counted on the day they were sent, with their current status; `satang` is the
 * total of the approved ones. Registered customers are counted on the day of their first visit.
 */
export type Counts = {
  customers: number
  receipts: number
  approved: number
  rejected: number
  pending: number
  void: number
  satang: number
  tickets: number
  rewards: number
  answers: number
}

export const zeroCounts = (): Counts => ({
  customers: 0,
  receipts: 0,
  approved: 0,
  rejected: 0,
  pending: 0,
  void: 0,
  satang: 0,
  tickets: 0,
  rewards: 0,
  answers: 0,
})

type Period = { readonly from: number; readonly until: number }
type Added = (day: number, counts: Partial<Counts>) => void

/** The day in Bangkok, as the number of days since 1970. */
const dayOf = (column: string) =>
  sql<number>`cast((${sql.ref(column)} + ${BANGKOK_OFFSET_MS}) / ${DAY_MS} as integer)`.as('day')
const rows = sql<number>`count(*)`.as('count')

/**
 * Returns each day's counts in Bangkok time, keyed by days since 1970; days without data are missing. Includes `from`
 * but not `until` (milliseconds).
 */
export async function dailyCounts(db: Db, period: Period, step: () => void): Promise<Map<number, Counts>> {
  const days = new Map<number, Counts>()
  const add: Added = (day, counts) => {
    const sum = days.get(day) ?? zeroCounts()
    addCounts(sum, counts)
    days.set(day, sum)
  }
  for (const count of counters) {
    await count(db, period, add)
    step()
  }
  return days
}

export function addCounts(sum: Counts, more: Partial<Counts>): void {
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += more[name] ?? 0
}

const counters: readonly ((db: Db, period: Period, add: Added) => Promise<void>)[] = [
  async (db, { from, until }, add) => {
    const found = await db
      .selectFrom('customer')
      .select([dayOf('created_at'), rows])
      .where('status', '<>', 'provisional')
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .groupBy('day')
      .execute()
    for (const { day, count } of found) add(day, { customers: count })
  },
  async (db, { from, until }, add) => {
    const found = await db
      .selectFrom('receipt')
      .select([dayOf('created_at'), 'status', rows, sql<number>`sum(amount_satang)`.as('satang')])
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .groupBy(['day', 'status'])
      .execute()
    for (const { day, status, count, satang } of found)
      add(day, {
        receipts: count,
        [status]: count,
        satang: status === 'approved' ? satang : 0,
      })
  },
  async (db, { from, until }, add) => {
    const found = await db
      .selectFrom('ticket')
      .select([dayOf('created_at'), rows])
      .where('state', '=', 'valid')
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .groupBy('day')
      .execute()
    for (const { day, count } of found) add(day, { tickets: count })
  },
  async (db, { from, until }, add) => {
    const found = await db
      .selectFrom('reward_use')
      .select([dayOf('used_at'), rows])
      .where('used_at', '>=', from)
      .where('used_at', '<', until)
      .groupBy('day')
      .execute()
    for (const { day, count } of found) add(day, { rewards: count })
  },
  async (db, { from, until }, add) => {
    const found = await db
      .selectFrom('answer')
      .select([dayOf('answered_at'), rows])
      .where('answered_at', '>=', from)
      .where('answered_at', '<', until)
      .groupBy('day')
      .execute()
    for (const { day, count } of found) add(day, { answers: count })
  },
]

export const COUNTED_TABLES = counters.length
