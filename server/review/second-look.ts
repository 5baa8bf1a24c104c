import { MINUTE_MS } from '#contract/time.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { takeLease } from './lease.ts'
import type { Claim, Reviewer } from './types.ts'

/** Share of decisions that a second reviewer checks if the campaign does not say, in percent. */
export const SECOND_LOOK_PERCENT = 5
/** Time in which the first reviewer can undo a decision before a second one sees it, in milliseconds. */
export const SECOND_LOOK_AFTER_MS = 10 * MINUTE_MS
const CANDIDATES = 20

/** True if a second reviewer checks the decisions on this receipt. Depends only on the receipt's id and the share. */
export function isInSample(receiptId: string, percent: number | null): boolean {
  const place = Number.parseInt(sha256Hex(`second look ${receiptId}`).slice(0, 8), 16) / 2 ** 32
  return place * 100 < (percent ?? SECOND_LOOK_PERCENT)
}

/**
 * Assigns the oldest decision in the sample that another reviewer made. Returns null if there is none. Receipts that have
 * changed since, and those of customers who have left, are removed from the sample, because they can no longer be judged.
 */
export async function nextSecondLook(
  db: Db,
  who: Reviewer & { readonly now: number },
  holding: ReadonlySet<string>,
): Promise<Claim | null> {
  const { reviewer, now } = who
  const rows = await db
    .selectFrom('review_decision as decision')
    .innerJoin('receipt', 'receipt.id', 'decision.receipt_id')
    .innerJoin('customer', 'customer.id', 'decision.customer_id')
    .select(['receipt.id', 'receipt.version', 'receipt.risk', 'decision.receipt_version'])
    .select('customer.status as customer')
    .where('decision.in_sample', '=', eb => eb.lit(1))
    .where('decision.outcome', 'is', null)
    .where('decision.decided_at', '<=', now - SECOND_LOOK_AFTER_MS)
    .where('decision.reviewer', '<>', reviewer)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_skip')
            .select('review_skip.receipt_id')
            .whereRef('review_skip.receipt_id', '=', 'decision.receipt_id')
            .where('review_skip.reviewer', '=', reviewer)
            .where('review_skip.skipped_until', '>', now),
        ),
      ),
    )
    .orderBy('decision.decided_at')
    .limit(CANDIDATES)
    .execute()
  for (const row of rows) {
    if (holding.has(row.id)) continue
    if (row.version !== row.receipt_version || row.customer === 'cancelled') {
      await markObsolete(db, row.id, row.receipt_version)
      continue
    }
    const claim = await claimSecondLook(db, row.id, who)
    if (claim) return claim
  }
  return null
}

async function markObsolete(db: Db, receiptId: string, version: number): Promise<void> {
  await db
    .updateTable('review_decision')
    .set({ outcome: 'obsolete' })
    .where('receipt_id', '=', receiptId)
    .where('receipt_version', '=', version)
    .where('outcome', 'is', null)
    .execute()
}

/** Assigns the second look at a receipt. Returns null if another reviewer has it, or if it is done. */
export function claimSecondLook(
  db: Db,
  receiptId: string,
  who: Reviewer & { readonly now: number },
): Promise<Claim | null> {
  return inTransaction(db, async trx => {
    const lease = await takeLease(trx, { receiptId, look: 'second' }, who)
    if (!lease) return null
    const open = await trx
      .selectFrom('review_decision')
      .innerJoin('receipt', join =>
        join
          .onRef('receipt.id', '=', 'review_decision.receipt_id')
          .onRef('receipt.version', '=', 'review_decision.receipt_version'),
      )
      .select(['receipt.version', 'receipt.risk'])
      .where('review_decision.receipt_id', '=', receiptId)
      .where('review_decision.outcome', 'is', null)
      .where('review_decision.in_sample', '=', 1)
      .where('review_decision.reviewer', '<>', who.reviewer)
      .executeTakeFirst()
    if (open) return { receiptId, look: 'second', ...open, expiresAt: lease.expires_at }
    await trx
      .deleteFrom('review_lease')
      .where('receipt_id', '=', receiptId)
      .where('look', '=', 'second')
      .execute()
    return null
  })
}
