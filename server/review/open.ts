import { appendAudit } from '#server/audit/log.ts'
import type { Db } from '#server/store/tables.ts'
import { OPEN_MS, type Place } from './lease.ts'
import type { Acting, At, Reviewer } from './types.ts'

type OpenPlace = Place & { readonly isFree: boolean }

export async function openPlaces(db: Db, { reviewer, now }: At): Promise<OpenPlace[]> {
  const rows = await db
    .selectFrom('review_open')
    .leftJoin('review_lease', join =>
      join
        .onRef('review_lease.receipt_id', '=', 'review_open.receipt_id')
        .onRef('review_lease.look', '=', 'review_open.look')
        .on('review_lease.expires_at', '>', now),
    )
    .leftJoin('review_skip', join =>
      join
        .onRef('review_skip.receipt_id', '=', 'review_open.receipt_id')
        .onRef('review_skip.reviewer', '=', 'review_open.reviewer')
        .on('review_skip.skipped_until', '>', now),
    )
    .select(['review_open.receipt_id', 'review_open.look'])
    .select(['review_lease.reviewer as holder', 'review_skip.skipped_until as skipped'])
    .where('review_open.reviewer', '=', reviewer)
    .where('review_open.held_at', '>', now - OPEN_MS)
    .orderBy('review_open.held_at')
    .orderBy('review_open.receipt_id')
    .execute()
  return rows.map(row => ({
    receiptId: row.receipt_id,
    look: row.look,
    isFree: row.holder === null && row.skipped === null,
  }))
}

/** Returns true if the reviewer did not have the receipt within the last hour. */
export async function noteOpen(db: Db, { receiptId, look }: Place, { reviewer, now }: At): Promise<boolean> {
  const known = await db
    .selectFrom('review_open')
    .select('held_at')
    .where('reviewer', '=', reviewer)
    .where('receipt_id', '=', receiptId)
    .where('look', '=', look)
    .executeTakeFirst()
  await db
    .insertInto('review_open')
    .values({ reviewer, receipt_id: receiptId, look, held_at: now })
    .onConflict(conflict =>
      conflict.columns(['reviewer', 'receipt_id', 'look']).doUpdateSet({ held_at: now }),
    )
    .execute()
  return known === undefined || known.held_at <= now - OPEN_MS
}

export async function keepOpen(db: Db, receiptIds: readonly string[], { reviewer, now }: At): Promise<void> {
  if (receiptIds.length === 0) return
  await db
    .updateTable('review_open')
    .set({ held_at: now })
    .where('reviewer', '=', reviewer)
    .where('receipt_id', 'in', [...receiptIds])
    .execute()
}

export async function endOpen(db: Db, { receiptId, look }: Place, { reviewer }: Reviewer): Promise<void> {
  await db
    .deleteFrom('review_open')
    .where('reviewer', '=', reviewer)
    .where('receipt_id', '=', receiptId)
    .where('look', '=', look)
    .execute()
}

export const recordLook = (db: Db, receiptId: string, customerId: string, who: Acting): Promise<unknown> =>
  record(db, 'receipts assign', { receiptId, customerId }, who)

export async function recordSkip(db: Db, receiptId: string, who: Acting): Promise<void> {
  const { customer_id: customerId } = await db
    .selectFrom('receipt')
    .select('customer_id')
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow()
  await record(db, 'receipts skip', { receiptId, customerId }, who)
}

const record = (
  db: Db,
  action: string,
  { receiptId, customerId }: { readonly receiptId: string; readonly customerId: string },
  { actor, reviewer, now }: Acting,
) => appendAudit(db, { at: now, actor, action, detail: { receipts: [receiptId], customerId, reviewer } })
