import { MINUTE_MS } from '#contract/time.ts'
import type { Look, ReviewLeaseTable } from '#server/store/review-tables.ts'
import type { Db } from '#server/store/tables.ts'
import type { Reviewer } from './types.ts'

/** How long a receipt is assigned to a reviewer without a heartbeat, in milliseconds. */
export const LEASE_MS = 5 * MINUTE_MS

type Place = { readonly receiptId: string; readonly look: Look }

export const sessionOf = ({ session = '' }: Reviewer): string => session

/**
 * Assigns a receipt to a reviewer by compare-and-set, so that only one of several concurrent calls, in any process, gets
 * it. Renews a lease of the same reviewer and session. Returns null if another one has an unexpired lease.
 */
export async function takeLease(
  db: Db,
  { receiptId, look }: Place,
  who: Reviewer & { readonly now: number },
): Promise<ReviewLeaseTable | null> {
  const { now, reviewer } = who
  const session = sessionOf(who)
  const row = {
    receipt_id: receiptId,
    look,
    reviewer,
    session,
    taken_at: now,
    expires_at: now + LEASE_MS,
  }
  const taken = await db
    .insertInto('review_lease')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['receipt_id', 'look'])
        .doUpdateSet(row)
        .where(eb =>
          eb.or([
            eb('review_lease.expires_at', '<=', now),
            eb.and([eb('review_lease.reviewer', '=', reviewer), eb('review_lease.session', '=', session)]),
          ]),
        ),
    )
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n ? row : null
}

/** Deletes the leases of a reviewer and session on a receipt, and returns their looks: none if they have expired. */
export async function endLease(
  db: Db,
  receiptId: string,
  who: Reviewer & { readonly now: number },
): Promise<readonly Look[]> {
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

/** Deletes leases and skips that have expired, so that the tables stay small. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('review_lease').where('expires_at', '<=', now).execute()
  await db.deleteFrom('review_skip').where('skipped_until', '<=', now).execute()
}
