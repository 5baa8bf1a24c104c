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

const dayOf = (column: string) =>
  sql<number>`cast((${sql.ref(column)} + ${BANGKOK_OFFSET_MS}) / ${DAY_MS} as integer)`.as('day')
const rows = sql<number>`count(*)`.as('count')

/**
 * Returns each day's counts in Bangkok time, keyed by days since 1970; days without data are missing. Includes `from`
 * but not `until` (milliseconds).
 */
export async function dailyCounts(db: Db, period: Period, step: () => void): Promise<Map<number, Counts>> {
  const days = new Map<number, Counts>()
  const add = (day: number, counts: Partial<Counts>) => {
    const sum = days.get(day) ?? zeroCounts()
    addCounts(sum, counts)
    days.set(day, sum)
  }
  for (const one of counted) {
    for (const { day, count } of await rowsByDay(db, one, period)) add(day, { [one.name]: count })
    step()
  }
  for (const { day, status, count, satang } of await receiptsByDay(db, period))
    add(day, { receipts: count, [status]: count, satang: status === 'approved' ? satang : 0 })
  step()
  return days
}

export function addCounts(sum: Counts, more: Partial<Counts>): void {
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += more[name] ?? 0
}

const counted = [
  { name: 'customers', table: 'customer', at: 'created_at', which: sql<boolean>`status <> ${'provisional'}` },
  { name: 'tickets', table: 'ticket', at: 'created_at', which: sql<boolean>`state = ${'valid'}` },
  { name: 'rewards', table: 'reward_use', at: 'used_at', which: null },
  { name: 'answers', table: 'answer', at: 'answered_at', which: null },
] as const

export const COUNTED_TABLES = counted.length + 1

function rowsByDay(db: Db, { table, at, which }: (typeof counted)[number], { from, until }: Period) {
  const column = at as 'created_at'
  const all = db.selectFrom(table as 'receipt').select([dayOf(at), rows])
  return (which === null ? all : all.where(which))
    .where(column, '>=', from)
    .where(column, '<', until)
    .groupBy('day')
    .execute()
}

const receiptsByDay = (db: Db, { from, until }: Period) =>
  db
    .selectFrom('receipt')
    .select([dayOf('created_at'), 'status', rows, sql<number>`sum(amount_satang)`.as('satang')])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy(['day', 'status'])
    .execute()
