import { rightsOf } from '#contract/rules.ts'
import { text } from '#contract/schema/common.ts'
import type { ReceiptStatus, RejectReason } from '#contract/schema/receipt.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { bumpRewardVersion } from '#server/campaign/reward.ts'
import { rightsRule, SATANG } from '#server/campaign/rights.ts'
import { isListSealed, issueTickets } from '#server/campaign/tickets.ts'
import { ApiError } from '#server/errors.ts'
import { enqueueDecision } from '#server/message-queue/enqueue.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { replace } from './change.ts'
import { claimReceiptNo, hasSameNumber, releaseReceiptNo, requireReceiptNo } from './claim.ts'
import { asSent, type SomeOfPurchase, withCorrections } from './correction.ts'
import { imagesOf, type ReceiptRow, receiptRow } from './read.ts'

export const REJECT_NOTE_MAX = 200
export const rejectNote = text(0, REJECT_NOTE_MAX)

/**
 * Approves a receipt and returns the number of tickets. `corrected` contains the values that the reviewer corrects.
 * Throws NOT_EDITABLE if the receipt is not pending, and RECEIPT_DUPLICATE if another receipt has its number.
 */
export async function approveReceipt(
  db: Db,
  id: string,
  now: number,
  random: Random,
  corrected: SomeOfPurchase = {},
): Promise<number> {
  const row = await requireStatus(db, id, 'pending')
  const right = withCorrections(row, corrected)
  if (!hasSameNumber(row, right)) await claimReceiptNo(db, right, await imagesOf(db, id), now)
  await requireReceiptNo(db, right)
  const count = rightsOf(right.amount_satang / SATANG, rightsRule(await readCampaign(db)))
  const approved: ReceiptRow = {
    ...right,
    status: 'approved',
    version: row.version + 1,
    updated_at: now,
    reviewed_at: now,
  }
  await replace(db, row, approved)
  await issueTickets(db, { customerId: row.customer_id, source: 'receipt', sourceId: id, count }, now, random)
  await bumpRewardVersion(db, row.customer_id, now)
  await enqueueDecision(db, 'receipt-approved', approved, now)
  return count
}

export async function rejectReceipt(
  db: Db,
  id: string,
  rejection: { reason: RejectReason; note: string | null },
  now: number,
): Promise<void> {
  const row = await requireStatus(db, id, 'pending')
  const rejected: ReceiptRow = {
    ...row,
    status: 'rejected',
    reject_reason: rejection.reason,
    reject_note: rejection.note,
    version: row.version + 1,
    updated_at: now,
    reviewed_at: now,
  }
  await replace(db, row, rejected)
  await releaseReceiptNo(db, id, now)
  await bumpRewardVersion(db, row.customer_id, now)
  await enqueueDecision(db, 'receipt-rejected', rejected, now)
}

/**
 * Revokes an approval and returns the number of voided tickets. A sealed draw list still contains these tickets. Throws
 * NOT_EDITABLE if the receipt is not approved.
 */
export async function voidReceipt(db: Db, id: string, note: string | null, now: number): Promise<number> {
  const row = await requireStatus(db, id, 'approved')
  await replace(db, row, {
    ...row,
    status: 'void',
    reject_note: note,
    version: row.version + 1,
    updated_at: now,
    reviewed_at: now,
  })
  await releaseReceiptNo(db, id, now)
  const voided = await db
    .updateTable('ticket')
    .set({ state: 'void' })
    .where('source', '=', 'receipt')
    .where('source_id', '=', id)
    .where('state', '=', 'valid')
    .executeTakeFirst()
  await bumpRewardVersion(db, row.customer_id, now)
  return Number(voided.numUpdatedRows)
}

/**
 * Makes a decided receipt pending again, as its customer sent it, and deletes its tickets. Throws VERSION_CONFLICT,
 * NOT_EDITABLE if its tickets are in the sealed list, or RECEIPT_DUPLICATE. The caller must have
 * locked the draw.
 */
export async function reopenReceipt(
  db: Db,
  decided: Pick<ReceiptRow, 'id' | 'version'>,
  now: number,
): Promise<void> {
  const row = await receiptRow(db, decided.id)
  if (row?.version !== decided.version) throw new ApiError('VERSION_CONFLICT')
  if (row.status === 'approved' && (await isListSealed(db, await readCampaign(db))))
    throw new ApiError('NOT_EDITABLE')
  const sent = asSent(row)
  await replace(db, row, {
    ...sent,
    status: 'pending',
    reject_reason: null,
    reject_note: null,
    version: row.version + 1,
    updated_at: now,
    reviewed_at: null,
  })
  await claimReceiptNo(db, sent, await imagesOf(db, row.id), now)
  await db.deleteFrom('ticket').where('source', '=', 'receipt').where('source_id', '=', row.id).execute()
  await bumpRewardVersion(db, row.customer_id, now)
}

async function requireStatus(db: Db, id: string, status: ReceiptStatus): Promise<ReceiptRow> {
  const row = await receiptRow(db, id)
  if (!row) throw new ApiError('NOT_FOUND')
  if (row.status !== status) throw new ApiError('NOT_EDITABLE')
  return row
}
