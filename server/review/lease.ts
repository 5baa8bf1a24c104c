import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Look } from '#server/store/review-tables.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { PRESENT_MS } from './presence.ts'
import type { At, Reviewer } from './types.ts'

/** How long a lease lasts without a heartbeat, in milliseconds. */
export const LEASE_MS = 5 * MINUTE_MS
export const OPEN_MS = HOUR_MS
/** Session of a lease on a receipt that was drawn for a reviewer but not yet requested. */
export const DRAWN = 'drawn'

export type Place = { readonly receiptId: string; readonly look: Look }
type Lease = Tables['review_lease']

export const sessionOf = ({ session = '' }: Reviewer): string => session

/**
 * Assigns a receipt by compare-and-set, so that only one of several concurrent calls succeeds. Renews a lease of the
 * same session and takes over a reservation for this reviewer.
 */
export async function takeLease(db: Db, place: Place, who: At): Promise<Lease | null> {
  const session = sessionOf(who)
  return upsert(db, { ...rowOf(place, who), session, expires_at: who.now + LEASE_MS }, [session, DRAWN])
}

export async function reserve(db: Db, place: Place, who: At): Promise<boolean> {
  const lease = { ...rowOf(place, who), session: DRAWN, expires_at: who.now + PRESENT_MS }
  return (await upsert(db, lease, [])) !== null
}

const rowOf = ({ receiptId, look }: Place, { reviewer, now }: At) => ({
  receipt_id: receiptId,
  look,
  reviewer,
  taken_at: now,
})

/** Replaces a lease only if it has expired or belongs to this reviewer and one of these sessions. */
async function upsert(db: Db, row: Lease, sessions: readonly string[]): Promise<Lease | null> {
  const taken = await db
    .insertInto('review_lease')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['receipt_id', 'look'])
        .doUpdateSet(row)
        .where(eb =>
          eb.or([
            eb('review_lease.expires_at', '<=', row.taken_at),
            ...sessions.map(session =>
              eb.and([
                eb('review_lease.reviewer', '=', row.reviewer),
                eb('review_lease.session', '=', session),
              ]),
            ),
          ]),
        ),
    )
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n ? row : null
}

export async function endLease(db: Db, receiptId: string, who: At): Promise<readonly Look[]> {
  const deleted = await db
    .deleteFrom('review_lease')
    .where('receipt_id', '=', receiptId)
    .where('reviewer', '=', who.reviewer)
    .where('session', '=', sessionOf(who))
    .where('expires_at', '>', who.now)
    .returning('look')
    .execute()
  return deleted.map(row => row.look)
}

export async function heldReceipts(db: Db, { reviewer, now }: At): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('review_lease')
    .select('receipt_id')
    .where('reviewer', '=', reviewer)
    .where('expires_at', '>', now)
    .where('session', '<>', DRAWN)
    .execute()
  return rows.map(row => row.receipt_id)
}

/** Ends the reviewer's leases, and excludes the reviewer from further draws. */
export async function endReviewerWork(db: Db, reviewer: string): Promise<void> {
  for (const table of ['review_lease', 'review_open', 'review_presence'] as const)
    await db
      .deleteFrom(table as 'review_lease')
      .where('reviewer', '=', reviewer)
      .execute()
}

export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('review_lease').where('expires_at', '<=', now).execute()
  await db.deleteFrom('review_skip').where('skipped_until', '<=', now).execute()
  await db
    .deleteFrom('review_open')
    .where('held_at', '<=', now - OPEN_MS)
    .execute()
  await db
    .deleteFrom('review_presence')
    .where('asked_at', '<=', now - PRESENT_MS)
    .execute()
}
