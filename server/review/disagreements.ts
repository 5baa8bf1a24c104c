import { sql } from 'kysely'
import { appendAudit } from '#server/audit/log.ts'
import { purchaseIn, type SomeOfPurchase } from '#server/campaign/receipts/correction.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { ReviewError } from './errors.ts'
import type { Acting } from './types.ts'

type Row = Tables['review_decision']

/** A literal, because the databases would not use the partial index with a parameter. */
const DISAGREED = sql<'disagreed'>`'disagreed'`

export type Disagreement = {
  readonly receiptId: string
  readonly version: number
  readonly reviewer: string
  readonly decision: Row['decision']
  readonly reason: string | null
  readonly corrected: SomeOfPurchase
  readonly decidedAt: number
  readonly secondReviewer: string
  readonly secondDecision: Row['decision']
  readonly secondReason: string | null
  readonly secondNote: string | null
  readonly secondCorrected: SomeOfPurchase
  readonly secondAt: number
}

const open = (db: Db) =>
  db.selectFrom('review_decision').where('outcome', '=', DISAGREED).where('resolved_at', 'is', null)

export const countDisagreements = (db: Db): Promise<number> => countOf(open(db))

export async function openDisagreements(db: Db, limit: number): Promise<Disagreement[]> {
  const rows = await open(db).selectAll().orderBy('second_at').limit(limit).execute()
  return rows.flatMap(row =>
    row.second_reviewer === null || row.second_decision === null || row.second_at === null
      ? []
      : {
          receiptId: row.receipt_id,
          version: row.receipt_version,
          reviewer: row.reviewer,
          decision: row.decision,
          reason: row.reason,
          corrected: purchaseIn(row.corrected),
          decidedAt: row.decided_at,
          secondReviewer: row.second_reviewer,
          secondDecision: row.second_decision,
          secondReason: row.second_reason,
          secondNote: row.second_note,
          secondCorrected: purchaseIn(row.second_corrected),
          secondAt: row.second_at,
        },
  )
}

/**
 * Records which reviewer was right. Throws CHANGED if there is no disagreement, and SETTLED if it has been resolved.
 */
export function settleDisagreement(
  db: Db,
  given: Acting & {
    readonly receiptId: string
    readonly version: number
    readonly right: 'first' | 'second'
    readonly note: string | null
  },
): Promise<void> {
  const { receiptId, version, right, note, reviewer, actor, now } = given
  return inTransaction(db, async trx => {
    const settled = await trx
      .updateTable('review_decision')
      .set({
        resolved_by: reviewer,
        resolved_at: now,
        resolution: right === 'first' ? 'first-right' : 'second-right',
        resolution_note: note,
      })
      .where('receipt_id', '=', receiptId)
      .where('receipt_version', '=', version)
      .where('outcome', '=', 'disagreed')
      .where('resolved_at', 'is', null)
      .returning('customer_id')
      .executeTakeFirst()
    if (!settled) {
      const row = await trx
        .selectFrom('review_decision')
        .select('resolved_at')
        .where('receipt_id', '=', receiptId)
        .where('receipt_version', '=', version)
        .executeTakeFirst()
      throw new ReviewError(row && row.resolved_at !== null ? 'SETTLED' : 'CHANGED')
    }
    const { customer_id: customerId } = settled
    const detail = { receipts: [receiptId], customerId, reviewer, right }
    await appendAudit(trx, { at: now, actor, action: 'receipts settle', detail })
  })
}
