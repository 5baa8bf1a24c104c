import { assertNever } from '#contract/assert-never.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Customer = Pick<Tables['customer'], 'id'> & { readonly draw_state: string | null }

/** Returns the customers with one of the rewards unlocked and unused. `customers` must be sorted by id. */
export async function customersWithCoupon(
  db: Db,
  coupons: readonly { readonly rewardType: string }[],
  customers: readonly Customer[],
): Promise<ReadonlySet<string>> {
  const holders = new Set<string>()
  for (const { rewardType } of coupons)
    for (const id of await holdersOf(db, rewardType, customers)) holders.add(id)
  return holders
}

async function holdersOf(
  db: Db,
  rewardType: string,
  customers: readonly Customer[],
): Promise<readonly string[]> {
  const [first, last] = [customers.at(0), customers.at(-1)]
  const kind = await db
    .selectFrom('reward_kind')
    .select('unlocked_by')
    .where('reward_type', '=', rewardType)
    .executeTakeFirst()
  if (!first || !last || !kind) return []
  const used = await db
    .selectFrom('reward_use')
    .select('customer_id')
    .where('reward_type', '=', rewardType)
    .where('customer_id', '>=', first.id)
    .where('customer_id', '<=', last.id)
    .execute()
  const users = new Set(used.map(row => row.customer_id))
  const unlocked = await unlockedBy(db, kind.unlocked_by, customers, { from: first.id, to: last.id })
  return [...unlocked].filter(id => !users.has(id))
}

type Range = { readonly from: string; readonly to: string }

async function unlockedBy(
  db: Db,
  by: Tables['reward_kind']['unlocked_by'],
  customers: readonly Customer[],
  { from, to }: Range,
): Promise<ReadonlySet<string>> {
  const ids = (rows: readonly { readonly customer_id: string }[]) => new Set(rows.map(row => row.customer_id))
  switch (by) {
    case 'registered':
      return new Set(customers.map(({ id }) => id))
    case 'answer':
      return ids(
        await db
          .selectFrom('answer')
          .select('customer_id')
          .distinct()
          .where('customer_id', '>=', from)
          .where('customer_id', '<=', to)
          .execute(),
      )
    case 'receipt':
      return ids(
        await db
          .selectFrom('receipt')
          .select('customer_id')
          .distinct()
          .where('customer_id', '>=', from)
          .where('customer_id', '<=', to)
          .where('status', '=', 'approved')
          .execute(),
      )
    case 'winner':
      return new Set(customers.filter(one => one.draw_state === 'confirmed').map(({ id }) => id))
    case 'lost':
      // Customers who were not in the draw are dropped when their message is composed.
      return new Set(
        customers.filter(one => ['none', 'entered'].includes(one.draw_state ?? 'none')).map(({ id }) => id),
      )
    default:
      return assertNever(by)
  }
}
