import { setImmediate as turn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Db } from '#server/store/tables.ts'

/** Counts for one hour. A decision is counted in the hour in which it was made, not the hour of the receipt. */
export type HourCounts = {
  joins: number
  receipts: number
  approved: number
  rejected: number
  tickets: number
  rewards: number
}

/** How many customers who first visited on one day have reached each step. */
export type FunnelCounts = {
  opened: number
  looked: number
  registered: number
  sent: number
  approved: number
}

export type StoreCounts = { receipts: number; approved: number; satang: number }

export type DayNumbers = {
  readonly hours: readonly HourCounts[]
  /** Total waiting time of the receipts decided in each hour, in milliseconds. */
  readonly waited: readonly number[]
  readonly funnel: FunnelCounts
  readonly used: Readonly<Record<string, number>>
  readonly stores: ReadonlyMap<number, StoreCounts>
}

export const noCounts = (): HourCounts => ({
  joins: 0,
  receipts: 0,
  approved: 0,
  rejected: 0,
  tickets: 0,
  rewards: 0,
})
export const noFunnel = (): FunnelCounts => ({ opened: 0, looked: 0, registered: 0, sent: 0, approved: 0 })

/** Each statement reads this part of a day, so that on SQLite customers' calls wait only briefly. */
const PIECE_MS = 2 * HOUR_MS
/** All statuses are listed, because the index of receipts starts with the status. */
const STATUSES = ['pending', 'approved', 'rejected', 'void'] as const

const rows = sql<number>`count(*)`.as('count')
const hourFrom = (column: string, start: number) =>
  sql<number>`cast((${sql.ref(column)} - ${start}) / ${HOUR_MS} as integer)`.as('hour')
const countIf = (condition: RawBuilder<unknown>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`

export function addTo<T extends Record<string, number>>(sum: T, more: Readonly<Partial<T>>): void {
  for (const [name, value] of Object.entries(more))
    (sum as Record<string, number>)[name] = (sum[name] ?? 0) + Number(value)
}

/**
 * Counts the day that starts at `start` (midnight in Bangkok). Every statement reads an index
 * range of at most two hours, and other work can run between two statements.
 */
export async function countDay(db: Db, start: number): Promise<DayNumbers> {
  const hours = Array.from({ length: 24 }, noCounts)
  const waited = hours.map(() => 0)
  const funnel = noFunnel()
  const used: Record<string, number> = {}
  const stores = new Map<number, StoreCounts>()
  for (let from = start; from < start + DAY_MS; from += PIECE_MS) {
    const period = { start, from, until: from + PIECE_MS }
    for (const one of counted)
      for (const { hour, count } of await rowsByHour(db, one, period))
        addTo(hours[hour] ?? noCounts(), { [one.name]: count })
    for (const { hour, status, count, wait } of await decisions(db, period)) {
      addTo(hours[hour] ?? noCounts(), { [status]: count })
      waited[hour] = (waited[hour] ?? 0) + Number(wait)
    }
    for (const { hour, reward_type: type, count } of await rewardsUsed(db, period)) {
      addTo(hours[hour] ?? noCounts(), { rewards: count })
      addTo(used, { [type]: count })
    }
    addTo(funnel, await funnelOf(db, period))
    for (const { store_id: id, ...found } of await storesOf(db, period)) {
      const sum = stores.get(id) ?? { receipts: 0, approved: 0, satang: 0 }
      addTo(sum, found)
      stores.set(id, sum)
    }
    await turn()
  }
  return { hours, waited, funnel, used, stores }
}

type Period = { readonly start: number; readonly from: number; readonly until: number }

const counted = [
  { name: 'joins', table: 'customer', which: sql<boolean>`status <> 'provisional'` },
  { name: 'receipts', table: 'receipt', which: sql<boolean>`status in (${sql.join(STATUSES)})` },
  { name: 'tickets', table: 'ticket', which: sql<boolean>`state = 'valid'` },
] as const

const rowsByHour = (db: Db, { table, which }: (typeof counted)[number], { start, from, until }: Period) =>
  db
    .selectFrom(table as 'receipt')
    .select([hourFrom('created_at', start), rows])
    .where(which)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy('hour')
    .execute()

const decisions = (db: Db, { start, from, until }: Period) =>
  db
    .selectFrom('receipt')
    .select([hourFrom('reviewed_at', start), 'status', rows])
    .select(sql<number>`sum(reviewed_at - created_at)`.as('wait'))
    .where('reviewed_at', '>=', from)
    .where('reviewed_at', '<', until)
    .where('status', 'in', ['approved', 'rejected'])
    .groupBy(['hour', 'status'])
    .execute()

const rewardsUsed = (db: Db, { start, from, until }: Period) =>
  db
    .selectFrom('reward_use')
    .select([hourFrom('used_at', start), 'reward_type', rows])
    .where('used_at', '>=', from)
    .where('used_at', '<', until)
    .groupBy(['hour', 'reward_type'])
    .execute()

async function funnelOf(db: Db, { from, until }: Period): Promise<FunnelCounts> {
  const own = sql`from receipt where receipt.customer_id = customer.id`
  const found = await db
    .selectFrom('customer')
    .select([
      sql<number>`count(*)`.as('opened'),
      countIf(sql`exists (select 1 from log_page_view where log_page_view.customer_id = customer.id)`).as(
        'looked',
      ),
      countIf(sql`status <> 'provisional'`).as('registered'),
      countIf(sql`exists (select 1 ${own})`).as('sent'),
      countIf(sql`exists (select 1 ${own} and receipt.status = 'approved')`).as('approved'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  return found
}

const storesOf = (db: Db, { from, until }: Period) =>
  db
    .selectFrom('receipt')
    .select([
      'store_id',
      sql<number>`count(*)`.as('receipts'),
      countIf(sql`status = 'approved'`).as('approved'),
      sql<number>`sum(case when status = 'approved' then amount_satang else 0 end)`.as('satang'),
    ])
    .where('status', 'in', STATUSES)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy('store_id')
    .execute()
