import { appendAudit } from '#server/audit/log.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { claimOrFindHolder, disputeOf, takeOverReceiptNo } from '#server/campaign/receipts/claim.ts'
import { type ReceiptRow, receiptRow } from '#server/campaign/receipts/read.ts'
import { reopenReceipt, voidReceipt } from '#server/campaign/receipts/review.ts'
import { isListSealed } from '#server/campaign/tickets.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { ReviewError } from './errors.ts'
import { SCORE_AGAIN } from './score-pending.ts'
import type { Acting, NumberChoice } from './types.ts'

/**
 * Applies a reviewer's choice about a disputed number before the receipt is approved. If no other receipt has the
 * number any longer, only claims it. The caller must have locked the draw. Throws ReviewError SEALED if the draw's
 * list has the other receipt's tickets, and NUMBER_TAKEN if two reviewers contradict each other.
 */
export async function settleNumber(
  db: Db,
  row: ReceiptRow,
  choice: NumberChoice,
  who: Pick<Acting, 'now' | 'actor' | 'reviewer'>,
): Promise<void> {
  const holder = await claimOrFindHolder(db, row)
  if (holder === null) return
  switch (choice) {
    case 'separate':
      await db
        .updateTable('receipt_dispute')
        .set({ state: 'separate' })
        .where('receipt_id', '=', row.id)
        .execute()
      return
    case 'this':
      return takeOver(db, row, holder, who)
  }
}

async function takeOver(
  db: Db,
  row: ReceiptRow,
  holder: string,
  { now, actor, reviewer }: Pick<Acting, 'now' | 'actor' | 'reviewer'>,
): Promise<void> {
  const other = await receiptRow(db, holder)
  if (!other) throw new ReviewError('CHANGED')
  if (other.status === 'approved') {
    if (await isListSealed(db, await readCampaign(db))) throw new ReviewError('SEALED')
    if ((await disputeOf(db, row.id))?.lost_approval === 1) throw new ReviewError('NUMBER_TAKEN')
  }
  await takeOverReceiptNo(db, row, other, now)
  if (other.status !== 'approved') {
    await db
      .updateTable('receipt')
      .set({ risk_version: SCORE_AGAIN })
      .where('id', '=', other.id)
      .where('risk_version', '>', 0)
      .execute()
    return
  }
  await undoApproval(db, other, now)
  const detail = { receipts: [other.id], customerId: other.customer_id, reviewer, for: row.id }
  await appendAudit(db, { at: now, actor, action: 'receipts reopen', detail })
}

/** The receipt of a customer who has left cannot be decided again, so it becomes void. */
async function undoApproval(db: Db, other: ReceiptRow, now: number): Promise<void> {
  await lockCustomer(db, other.customer_id)
  const { status } = await db
    .selectFrom('customer')
    .select('status')
    .where('id', '=', other.customer_id)
    .executeTakeFirstOrThrow()
  if (status === 'cancelled') await voidReceipt(db, other.id, null, now)
  else await reopenReceipt(db, other, now)
  await db
    .updateTable('review_decision')
    .set(eb => ({ undone_at: now, outcome: eb.fn.coalesce('outcome', eb.val('obsolete' as const)) }))
    .where('receipt_id', '=', other.id)
    .where('receipt_version', '=', other.version)
    .execute()
}
