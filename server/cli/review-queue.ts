import type { ReceiptRow } from '#server/campaign/receipts/read.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

/**
 * Returns the oldest pending receipt that is newer than `after`, so that skipped receipts are not shown
 * again, and the number of pending receipts from it on.
 */
export async function nextPending(
  db: Db,
  after: ReceiptRow | null,
): Promise<{ row: ReceiptRow; left: number } | null> {
  let pending = db.selectFrom('receipt').selectAll().where('status', '=', 'pending')
  if (after) {
    const { created_at: at, id } = after
    pending = pending.where(eb => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(at, id)))
  }
  const row = await pending.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()
  return row ? { row, left: await countOf(pending) } : null
}
