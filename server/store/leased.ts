import type { SelectQueryBuilder, UpdateQueryBuilder, UpdateResult } from 'kysely'
import { MINUTE_MS } from '#contract/time.ts'
import type { Db, Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

/**
 * Tables whose rows several processes work on, each row by one process at a time:
 *
 *            claim                    settle
 *   due ─────────────► leased ────────────────────► settled or deleted
 *    ▲                   │
 *    └───────────────────┘  a failure: after a delay; a crash: when the lease ends
 *
 * `not_before` is when a row is due or when its lease ends; `attempts` counts the claims, so that the result of an
 * attempt whose lease has ended cannot replace a newer one. The arrays are the primary keys.
 */
const keys = {
  outgoing: ['id'],
  message: ['kind', 'subject', 'customer_id'],
  message_multicast: ['id'],
  line_webhook_event: ['id'],
} as const

/** How long a process owns a claimed row, in milliseconds. Must be longer than any request to another system. */
export const LEASE_MS = 2 * MINUTE_MS

type Table = keyof typeof keys
type Update<T extends Table> = UpdateQueryBuilder<Tables, T, T, UpdateResult>

export const dueRows = <T extends Table>(db: Db, table: T, now: number) =>
  db
    .selectFrom(table as 'outgoing')
    .selectAll()
    .where('not_before', '<=', now) as unknown as SelectQueryBuilder<Tables, T, Tables[T]>

/** Updates a row unless a newer attempt has begun. */
export function updateOwned<T extends Table>(db: Db, table: T, row: Tables[T]): Update<T> {
  const columns = [...keys[table], 'attempts'] as 'id'[]
  return columns.reduce(
    (update, column) => update.where(column, '=', (row as Tables['outgoing'])[column]),
    db.updateTable(table as 'outgoing'),
  ) as unknown as Update<T>
}

/** Updates a due row unless it was claimed or postponed since it was read. */
export const updateDue = <T extends Table>(db: Db, table: T, row: Tables[T]): Update<T> =>
  (updateOwned(db, table, row) as unknown as Update<'outgoing'>).where(
    'not_before',
    '=',
    row.not_before,
  ) as unknown as Update<T>

/** Claims a due row until `not_before`. Returns null if another process was faster or the row was deleted. */
export async function claimRow<T extends Table>(
  db: Db,
  table: T,
  row: Tables[T],
  change: Partial<Tables[T]> & { readonly not_before: number },
): Promise<Tables[T] | null> {
  const claim = { ...change, attempts: row.attempts + 1 }
  const claimed = await updateDue(db, table, row)
    .set(claim as never)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n ? { ...row, ...claim } : null
}

/** Runs `change` in a transaction, or returns 0 if a newer attempt has begun. */
export const ifOwned = <T extends Table>(
  db: Db,
  { table, row }: { readonly table: T; readonly row: Tables[T] },
  change: (trx: Db) => Promise<number>,
): Promise<number> =>
  inTransaction(db, async trx => ((await isLocked(updateOwned(trx, table, row))) ? change(trx) : 0))

export async function isLocked<T extends Table>(update: Update<T>): Promise<boolean> {
  const locked = await (update as unknown as Update<'outgoing'>)
    .set(eb => ({ attempts: eb.ref('attempts') }))
    .executeTakeFirst()
  return locked.numUpdatedRows === 1n
}

type Delays = { readonly firstMs: number; readonly longestMs: number }

/** Returns the delay after this number of failures in a row, in milliseconds. It doubles each time. */
export const backoffAfter = (failures: number, { firstMs, longestMs }: Delays): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30))
