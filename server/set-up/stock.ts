import { bounds } from '#server/data/bounds.ts'
import type { Db } from '#server/store/tables.ts'
import { requireBounds, SetUpRefusal } from './refusal.ts'

/** Counted in pieces. `remaining` is null if the reward cannot run out. */
export type Stock = { readonly type: string; readonly used: number; readonly remaining: number | null }

/**
 * Returns every reward's stock in display order. Everything is read in a single statement, so that a reward used at
 * the same moment is counted exactly once, as used or as remaining.
 */
export async function stockOf(db: Db): Promise<Stock[]> {
  const rows = await db
    .selectFrom('reward_kind')
    .leftJoin('reward_stock', 'reward_stock.reward_type', 'reward_kind.reward_type')
    .select(['reward_kind.reward_type', 'reward_stock.remaining'])
    .select(eb =>
      eb
        .selectFrom('reward_use')
        .select(use => use.fn.countAll<number>().as('count'))
        .whereRef('reward_use.reward_type', '=', 'reward_kind.reward_type')
        .as('used'),
    )
    .orderBy('reward_kind.position')
    .execute()
  return rows.map(row => ({
    type: row.reward_type,
    used: Number(row.used ?? 0),
    remaining: row.remaining === null ? null : Number(row.remaining),
  }))
}

export function remainingOf({ used }: Pick<Stock, 'used'>, total: number): number {
  requireBounds(total, bounds.stock, { option: 'N', field: 'total' })
  if (total < used) throw new SetUpRefusal('STOCK_USED', `N: customers have already used ${used}`, { used })
  return total - used
}

export async function stockOfType(db: Db, type: string): Promise<Stock> {
  const all = await stockOf(db)
  const found = all.find(stock => stock.type === type)
  if (found) return found
  const known = all.map(stock => stock.type).join(', ')
  throw new SetUpRefusal('REWARD_UNKNOWN', `TYPE: must be one of ${known}, not "${type}"`)
}

/**
 * Locks and returns a reward's stock. A concurrent use of the reward waits or has already been counted. Throws
 * SetUpRefusal if the reward is unknown.
 */
export async function lockStock(db: Db, type: string): Promise<Stock> {
  await db
    .updateTable('reward_stock')
    .set(eb => ({ remaining: eb.ref('remaining') }))
    .where('reward_type', '=', type)
    .execute()
  return stockOfType(db, type)
}

export async function setRemaining(db: Db, type: string, remaining: number): Promise<void> {
  await db
    .insertInto('reward_stock')
    .values({ reward_type: type, remaining })
    .onConflict(conflict => conflict.column('reward_type').doUpdateSet({ remaining }))
    .execute()
}
