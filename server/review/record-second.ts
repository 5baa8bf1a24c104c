import { appendAudit } from '#server/audit/log.ts'
import { purchaseJson } from '#server/campaign/receipts/correction.ts'
import type { ReceiptRow } from '#server/campaign/receipts/read.ts'
import type { Db } from '#server/store/tables.ts'
import { auditOf, checkCorrections, correctionsIn, isSameReading, requireFreeNumber } from './correction.ts'
import { ReviewError } from './errors.ts'
import type { Deciding } from './types.ts'

/**
 * Saves a second look with its audit entry. It agrees if both reviewers decide the same and read the same values.
 * `sent` is the receipt as the customer sent it. Throws ReviewError CHANGED, and VALIDATION for a wrong correction.
 */
export async function recordSecond(
  trx: Db,
  { receiptId, version, decision, now, actor, reviewer }: Deciding,
  sent: ReceiptRow,
): Promise<void> {
  const { customer_id: customerId } = sent
  const corrected = correctionsIn(sent, decision)
  // Reject what a first look rejects; otherwise the reviewer would notice that this is a second look.
  await checkCorrections(trx, corrected, now)
  await requireFreeNumber(trx, sent, corrected)
  const first = await trx
    .selectFrom('review_decision')
    .select(['decision', 'corrected'])
    .where('receipt_id', '=', receiptId)
    .where('receipt_version', '=', version)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  if (!first) throw new ReviewError('CHANGED')
  const json = purchaseJson(corrected)
  const isSame = first.decision === decision.kind && isSameReading(sent, first.corrected, json)
  const outcome = isSame ? ('agreed' as const) : ('disagreed' as const)
  await trx
    .updateTable('review_decision')
    .set({
      outcome,
      second_reviewer: reviewer,
      second_decision: decision.kind,
      second_reason: decision.kind === 'rejected' ? decision.reason : null,
      second_note: decision.kind === 'rejected' ? decision.note : null,
      second_corrected: json,
      second_at: now,
    })
    .where('receipt_id', '=', receiptId)
    .where('receipt_version', '=', version)
    .execute()
  const audited = await auditOf(trx, sent, corrected)
  await appendAudit(trx, {
    at: now,
    actor,
    action: 'receipts second look',
    detail: {
      receipts: [receiptId],
      customerId,
      reviewer,
      decision: decision.kind,
      outcome,
      ...audited.detail,
    },
    ...(audited.texts ? { texts: audited.texts } : {}),
  })
}
