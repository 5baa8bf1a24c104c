import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { claim, drawnFor, offer, skippersOf } from './claim.ts'
import { ReviewError } from './errors.ts'
import { endLease, LEASE_MS, type Place, sessionOf } from './lease.ts'
import { keepOpen, openPlaces, recordSkip } from './open.ts'
import { notePresence, reviewersAtWork } from './presence.ts'
import { availableTo, SKIP_MS } from './queue.ts'
import { nextSecondLook } from './second-look.ts'
import type { Acting, Asking, At, Claim, Reviewer } from './types.ts'

const CANDIDATES = 20
/** How many receipts one reviewer may skip within `SKIP_MS`. */
export const SKIP_LIMIT = 10
/**
 * Maximum number of receipts per hour that one reviewer may leave undecided: on screen, skipped, returned or expired.
 */
export const OPEN_LIMIT = 16

/**
 * Assigns the next receipt to a reviewer for `LEASE_MS`, or returns null. The order is: a receipt of this reviewer and
 * session, one that the reviewer returned, one drawn for the reviewer, a due second look, the riskiest pending receipt.
 * Leaves out `holding`, so that the caller can prefetch. Reviewers cannot choose: each receipt waits for a reviewer
 * drawn at random from those at work, and more tabs or requests do not change the odds. Throws ReviewError OPEN_LIMIT.
 */
export function nextForReviewer(
  db: Db,
  who: Asking & { readonly holding?: readonly string[] },
): Promise<Claim | null> {
  const holding = new Set(who.holding)
  return inTransaction(db, async trx => {
    await notePresence(trx, who)
    const own = await leasesOf(trx, who)
    const open = await openPlaces(trx, who)
    const assigned =
      (await firstOf(
        trx,
        who,
        own.filter(place => !holding.has(place.receiptId)),
      )) ??
      (await firstOf(
        trx,
        who,
        open.filter(place => place.isFree),
      ))
    if (assigned) return assigned
    if (open.length >= OPEN_LIMIT) throw new ReviewError('OPEN_LIMIT')
    const drawn = await firstOf(trx, who, await drawnFor(trx, who))
    if (drawn) return drawn
    const atWork = await reviewersAtWork(trx, who)
    const ownIds = new Set(own.map(place => place.receiptId))
    return (await nextSecondLook(trx, who, atWork)) ?? nextPending(trx, who, { atWork, ownIds })
  })
}

async function firstOf(db: Db, who: Acting, places: readonly Place[]): Promise<Claim | null> {
  for (const place of places) {
    const claimed = await claim(db, place, who)
    if (claimed) return claimed
  }
  return null
}

type Around = { readonly atWork: readonly string[]; readonly ownIds: ReadonlySet<string> }

async function nextPending(db: Db, who: Asking, { atWork, ownIds }: Around): Promise<Claim | null> {
  for (;;) {
    const rows = await availableTo(db, who)
      .select('receipt.id')
      .limit(CANDIDATES + ownIds.size)
      .execute()
    const candidates = rows.map(row => row.id).filter(id => !ownIds.has(id))
    if (candidates.length === 0) return null
    const skippers = await skippersOf(db, candidates, { atWork, now: who.now })
    for (const receiptId of candidates) {
      const among = atWork.filter(reviewer => !skippers.get(receiptId)?.has(reviewer))
      const claimed = await offer(db, { receiptId, look: 'first' }, { who, among })
      if (claimed) return claimed
    }
    // All candidates went to other reviewers. The loop ends, because the next query leaves them out.
  }
}

async function leasesOf(db: Db, who: Acting): Promise<Place[]> {
  const rows = await db
    .selectFrom('review_lease')
    .select(['receipt_id', 'look'])
    .where('reviewer', '=', who.reviewer)
    .where('expires_at', '>', who.now)
    .where('session', '=', sessionOf(who))
    .orderBy('taken_at', 'desc')
    .execute()
  return rows.map(row => ({ receiptId: row.receipt_id, look: row.look }))
}

export function heartbeat(
  db: Db,
  who: At,
): Promise<{ readonly receiptIds: readonly string[]; readonly expiresAt: number }> {
  const expiresAt = who.now + LEASE_MS
  return inTransaction(db, async trx => {
    const renewed = await trx
      .updateTable('review_lease')
      .set({ expires_at: expiresAt })
      .where('reviewer', '=', who.reviewer)
      .where('session', '=', sessionOf(who))
      .where('expires_at', '>', who.now)
      .returning('receipt_id')
      .execute()
    const receiptIds = renewed.map(row => row.receipt_id)
    await keepOpen(trx, receiptIds, who)
    return { receiptIds, expiresAt }
  })
}

/** Without `receiptId`, returns all receipts of this reviewer and session to the queue. */
export async function release(db: Db, who: Reviewer & { readonly receiptId?: string }): Promise<void> {
  let leases = db
    .deleteFrom('review_lease')
    .where('reviewer', '=', who.reviewer)
    .where('session', '=', sessionOf(who))
  if (who.receiptId !== undefined) leases = leases.where('receipt_id', '=', who.receiptId)
  await leases.execute()
}

/** Hides the receipt from this reviewer for `SKIP_MS`. Throws LEASE_LOST or SKIP_LIMIT. */
export function skip(db: Db, who: Acting & { readonly receiptId: string }): Promise<void> {
  const { reviewer, receiptId, now } = who
  return inTransaction(db, async trx => {
    await notePresence(trx, who)
    const looks = await endLease(trx, receiptId, who)
    if (looks.length === 0) throw new ReviewError('LEASE_LOST')
    const skipped = trx
      .selectFrom('review_skip')
      .where('reviewer', '=', reviewer)
      .where('skipped_until', '>', now)
    // Throwing rolls the transaction back, so the receipt stays assigned to the reviewer.
    if ((await countOf(skipped)) >= SKIP_LIMIT) throw new ReviewError('SKIP_LIMIT')
    const row = { reviewer, receipt_id: receiptId, skipped_until: now + SKIP_MS }
    await trx
      .insertInto('review_skip')
      .values(row)
      .onConflict(conflict => conflict.columns(['reviewer', 'receipt_id']).doUpdateSet(row))
      .execute()
    await keepOpen(trx, [receiptId], who)
    await recordSkip(trx, receiptId, who)
  })
}

/** Undoes a skip and assigns the receipt to the reviewer again. Returns null if that is no longer possible. */
export function undoSkip(db: Db, who: Acting & { readonly receiptId: string }): Promise<Claim | null> {
  const { reviewer, receiptId, now } = who
  return inTransaction(db, async trx => {
    await notePresence(trx, who)
    const deleted = await trx
      .deleteFrom('review_skip')
      .where('reviewer', '=', reviewer)
      .where('receipt_id', '=', receiptId)
      .where('skipped_until', '>', now)
      .returning('receipt_id')
      .execute()
    if (deleted.length === 0) return null
    const open = await openPlaces(trx, who)
    return firstOf(
      trx,
      who,
      open.filter(place => place.isFree && place.receiptId === receiptId),
    )
  })
}
