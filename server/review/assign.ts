import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { ReviewError } from './errors.ts'
import { endLease, LEASE_MS, sessionOf, takeLease } from './lease.ts'
import { availableTo, SKIP_MS } from './queue.ts'
import { claimSecondLook, nextSecondLook } from './second-look.ts'
import type { Claim, Reviewer } from './types.ts'

type At = Reviewer & { readonly now: number }

/** Receipts tried per query. More than one, because several reviewers ask at the same time. */
const CANDIDATES = 20

/**
 * Returns the receipt that a reviewer should decide next, and assigns it for `LEASE_MS`: first one that this reviewer and
 * session already has, then a second look that is due, then the riskiest pending receipt. Null if there is none. Never
 * returns a receipt that another reviewer has, also with several server processes. `holding`: receipts that the caller has
 * already, so that it can load the next one in advance.
 */
export async function nextForReviewer(
  db: Db,
  who: At & { readonly holding?: readonly string[] },
): Promise<Claim | null> {
  const holding = new Set(who.holding)
  for (const { receipt_id, look } of await leasesOf(db, who)) {
    if (holding.has(receipt_id)) continue
    const claim =
      look === 'first'
        ? await claimReceipt(db, { ...who, receiptId: receipt_id })
        : await claimSecondLook(db, receipt_id, who)
    if (claim) return claim
  }
  return (await nextSecondLook(db, who, holding)) ?? nextPending(db, who, holding)
}

async function nextPending(db: Db, who: At, holding: ReadonlySet<string>): Promise<Claim | null> {
  for (;;) {
    const rows = await availableTo(db, who)
      .select('receipt.id')
      .limit(CANDIDATES + holding.size)
      .execute()
    const candidates = rows.filter(row => !holding.has(row.id))
    if (candidates.length === 0) return null
    for (const { id } of candidates) {
      const claim = await claimReceipt(db, { ...who, receiptId: id })
      if (claim) return claim
    }
    // Other reviewers were faster with all of them. The next query does not return those again.
  }
}

/** Returns the unexpired leases of a reviewer and session, the newest first. */
const leasesOf = (db: Db, who: At) =>
  db
    .selectFrom('review_lease')
    .select(['receipt_id', 'look'])
    .where('reviewer', '=', who.reviewer)
    .where('expires_at', '>', who.now)
    .where('session', '=', sessionOf(who))
    .orderBy('taken_at', 'desc')
    .execute()

/**
 * Assigns this pending receipt to a reviewer, also if the reviewer has skipped it. Returns null if another reviewer has it
 * or if it is not pending.
 */
export function claimReceipt(db: Db, who: At & { readonly receiptId: string }): Promise<Claim | null> {
  const { receiptId } = who
  return inTransaction(db, async trx => {
    const lease = await takeLease(trx, { receiptId, look: 'first' }, who)
    if (!lease) return null
    // Read after taking the lease: a decision that was being saved is visible now.
    const row = await trx
      .selectFrom('receipt')
      .select(['status', 'version', 'risk'])
      .where('id', '=', receiptId)
      .executeTakeFirst()
    if (row?.status !== 'pending') {
      await trx
        .deleteFrom('review_lease')
        .where('receipt_id', '=', receiptId)
        .where('look', '=', 'first')
        .execute()
      return null
    }
    return { receiptId, version: row.version, look: 'first', risk: row.risk, expiresAt: lease.expires_at }
  })
}

/** Renews the leases of a reviewer and session. Returns the receipts that they still have and until when. */
export async function heartbeat(
  db: Db,
  who: At,
): Promise<{ readonly receiptIds: readonly string[]; readonly expiresAt: number }> {
  const expiresAt = who.now + LEASE_MS
  const renewed = await db
    .updateTable('review_lease')
    .set({ expires_at: expiresAt })
    .where('reviewer', '=', who.reviewer)
    .where('session', '=', sessionOf(who))
    .where('expires_at', '>', who.now)
    .returning('receipt_id')
    .execute()
  return { receiptIds: renewed.map(row => row.receipt_id), expiresAt }
}

/** Returns receipts to the queue, by default all of this reviewer and session. Another reviewer can get them at once. */
export async function release(db: Db, who: Reviewer & { readonly receiptId?: string }): Promise<void> {
  let leases = db
    .deleteFrom('review_lease')
    .where('reviewer', '=', who.reviewer)
    .where('session', '=', sessionOf(who))
  if (who.receiptId !== undefined) leases = leases.where('receipt_id', '=', who.receiptId)
  await leases.execute()
}

/**
 * Returns a receipt to the queue without a decision. This reviewer does not get it again for `SKIP_MS`; others do. Throws
 * LEASE_LOST if the receipt is not assigned to this reviewer and session.
 */
export function skip(db: Db, who: At & { readonly receiptId: string }): Promise<void> {
  const { reviewer, receiptId, now } = who
  return inTransaction(db, async trx => {
    const looks = await endLease(trx, receiptId, who)
    if (looks.length === 0) throw new ReviewError('LEASE_LOST')
    const row = { reviewer, receipt_id: receiptId, skipped_until: now + SKIP_MS }
    await trx
      .insertInto('review_skip')
      .values(row)
      .onConflict(conflict => conflict.columns(['reviewer', 'receipt_id']).doUpdateSet(row))
      .execute()
  })
}

/** Takes back a skip and assigns the receipt again. Returns null if another reviewer has it or it is not pending. */
export async function undoSkip(db: Db, who: At & { readonly receiptId: string }): Promise<Claim | null> {
  await db
    .deleteFrom('review_skip')
    .where('reviewer', '=', who.reviewer)
    .where('receipt_id', '=', who.receiptId)
    .execute()
  return (await claimReceipt(db, who)) ?? claimSecondLook(db, who.receiptId, who)
}
