import type { Db } from '#server/store/tables.ts'
import { DRAWN, type Place, reserve, takeLease } from './lease.ts'
import { noteOpen, recordLook } from './open.ts'
import { drawReviewer } from './presence.ts'
import type { Acting, Asking, Claim } from './types.ts'

/**
 * Assigns a receipt to a reviewer. Returns null if another reviewer has it or it can no longer be
 * decided. Does not check whether the reviewer may have this receipt, so never pass an id from a
 * client. Must run in a transaction.
 */
export async function claim(db: Db, place: Place, who: Acting): Promise<Claim | null> {
  const { receiptId, look } = place
  const lease = await takeLease(db, place, who)
  const found = lease && (await keptOpen(db, place, who))
  if (!found) return null
  const { version, risk, customer_id: customerId } = found
  if (await noteOpen(db, place, who)) await recordLook(db, receiptId, customerId, who)
  return { receiptId, version, look, risk, expiresAt: lease.expires_at }
}

/** A concurrent decision may have been committed since the candidates were read, so check again. */
async function keptOpen(db: Db, { receiptId, look }: Place, who: Pick<Acting, 'reviewer'>) {
  const found = await (look === 'first' ? pendingReceipt(db, receiptId) : openSecondLook(db, receiptId, who))
  if (found) return found
  await db.deleteFrom('review_lease').where('receipt_id', '=', receiptId).where('look', '=', look).execute()
  return null
}

const pendingReceipt = (db: Db, receiptId: string) =>
  db
    .selectFrom('receipt')
    .select(['version', 'risk', 'customer_id'])
    .where('id', '=', receiptId)
    .where('status', '=', 'pending')
    .executeTakeFirst()

const openSecondLook = (db: Db, receiptId: string, { reviewer }: Pick<Acting, 'reviewer'>) =>
  db
    .selectFrom('review_decision')
    .innerJoin('receipt', join =>
      join
        .onRef('receipt.id', '=', 'review_decision.receipt_id')
        .onRef('receipt.version', '=', 'review_decision.receipt_version'),
    )
    .select(['receipt.version', 'receipt.risk', 'receipt.customer_id'])
    .where('review_decision.receipt_id', '=', receiptId)
    .where('review_decision.outcome', 'is', null)
    .where('review_decision.in_sample', '=', 1)
    .where('review_decision.reviewer', '<>', reviewer)
    .executeTakeFirst()

type Draw = { readonly who: Asking; readonly among: readonly string[] }

/**
 * Draws a reviewer for a receipt. If `who` is drawn, assigns the receipt; otherwise reserves it
 * for the drawn reviewer. The result is stored before it is returned, so the draw cannot be
 * repeated.
 */
export async function offer(db: Db, place: Place, { who, among }: Draw): Promise<Claim | null> {
  const drawn = drawReviewer(who.random, among)
  if (drawn === undefined) return null
  if (drawn === who.reviewer) return claim(db, place, who)
  const isReserved = await reserve(db, place, { reviewer: drawn, now: who.now })
  if (isReserved) await keptOpen(db, place, { reviewer: drawn })
  return null
}

export async function drawnFor(db: Db, { reviewer, now }: Acting): Promise<Place[]> {
  const rows = await db
    .selectFrom('review_lease')
    .select(['receipt_id', 'look'])
    .where('reviewer', '=', reviewer)
    .where('expires_at', '>', now)
    .where('session', '=', DRAWN)
    .orderBy('look', 'desc')
    .orderBy('taken_at')
    .execute()
  return rows.map(row => ({ receiptId: row.receipt_id, look: row.look }))
}

type AtWork = { readonly atWork: readonly string[]; readonly now: number }

export async function skippersOf(
  db: Db,
  receiptIds: readonly string[],
  { atWork, now }: AtWork,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const skippers = new Map<string, Set<string>>()
  if (atWork.length < 2 || receiptIds.length === 0) return skippers
  const rows = await db
    .selectFrom('review_skip')
    .select(['reviewer', 'receipt_id'])
    .where('reviewer', 'in', [...atWork])
    .where('receipt_id', 'in', [...receiptIds])
    .where('skipped_until', '>', now)
    .execute()
  for (const { reviewer, receipt_id: id } of rows)
    skippers.set(id, (skippers.get(id) ?? new Set()).add(reviewer))
  return skippers
}
