import type { Transaction } from 'kysely'
import { appendAudit } from '#server/audit/log.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { hasSameNumber } from '#server/campaign/receipts/claim.ts'
import { asSent, purchaseJson } from '#server/campaign/receipts/correction.ts'
import { type ReceiptRow, receiptRow } from '#server/campaign/receipts/read.ts'
import { approveReceipt, rejectReceipt, reopenReceipt } from '#server/campaign/receipts/review.ts'
import { lockCurrentDraw } from '#server/draw/current.ts'
import { ApiError } from '#server/errors.ts'
import { lockCustomer } from '#server/store/lock.ts'
import { DECIDED } from '#server/store/review-tables.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { claim } from './claim.ts'
import { auditOf, checkCorrections, correctionsIn, withFreeNumber } from './correction.ts'
import { ReviewError } from './errors.ts'
import { endLease } from './lease.ts'
import { endOpen, noteOpen } from './open.ts'
import { recordSecond } from './record-second.ts'
import { SCORE_AGAIN } from './score-pending.ts'
import { sampleOf } from './second-look.ts'
import { settleNumber } from './settle-number.ts'
import type { Acting, Claim, Decided, Deciding, Decision, NumberChoice } from './types.ts'

/**
 * Saves a decision and its audit entry and ends the lease, in one transaction. A second look does not change the
 * receipt. A repeated request returns the first result. Throws ReviewError LEASE_LOST or CHANGED.
 */
export function decide(db: Db, given: Deciding): Promise<Decided> {
  return withReviewErrors('CHANGED', () =>
    inTransaction(db, async trx => {
      // `draw seal` must not copy the tickets of an approval that this decision revokes.
      if (hasNumberChoice(given.decision)) await lockCurrentDraw(trx)
      // End the lease first, so that a concurrent decision on it waits.
      const looks = await endLease(trx, given.receiptId, given)
      const row = await receiptRow(trx, given.receiptId)
      if (!row) throw new ReviewError('CHANGED')
      const look = row.status === 'pending' ? 'first' : 'second'
      if (row.version !== given.version || !looks.includes(look)) {
        const made = await madeBefore(trx, row, given)
        if (made) return made
        throw new ReviewError(row.version === given.version ? 'LEASE_LOST' : 'CHANGED')
      }
      await endOpen(trx, { receiptId: row.id, look }, given)
      if (look === 'second') {
        await recordSecond(trx, given, asSent(row))
        return { receiptId: row.id, version: row.version, look }
      }
      return decideFirst(trx, given, row)
    }),
  )
}

/** Finds an identical decision by the same reviewer, in case the first response was lost. */
async function madeBefore(
  trx: Transaction<Tables>,
  receipt: ReceiptRow,
  given: Deciding,
): Promise<Decided | null> {
  const { id, version, reject_note } = receipt
  const row = await trx
    .selectFrom('review_decision')
    .selectAll()
    .where('receipt_id', '=', id)
    .where('receipt_version', '=', version)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { kind, reason, note } = { reason: null, note: null, ...given.decision }
  const corrected = purchaseJson(correctionsIn(asSent(receipt), given.decision))
  const isSame = (...made: readonly (string | null)[]) =>
    [given.reviewer, kind, corrected, reason, note].every((value, at) => value === made[at])
  const first = [row.reviewer, row.decision, row.corrected, row.reason, reject_note]
  if (version === given.version + 1 && isSame(...first)) return { receiptId: id, version, look: 'first' }
  const made = [row.second_reviewer, row.second_decision, row.second_corrected]
  const second = [...made, row.second_reason, row.second_note]
  return version === given.version && isSame(...second) ? { receiptId: id, version, look: 'second' } : null
}

async function decideFirst(
  trx: Transaction<Tables>,
  { receiptId, version, decision, random, now, actor, reviewer }: Deciding,
  row: ReceiptRow,
): Promise<Decided> {
  const { customer_id: customerId } = row
  const decided = { receiptId, version: version + 1, look: 'first' } as const
  const receipts = [receiptId]
  const corrected = correctionsIn(row, decision)
  await checkCorrections(trx, corrected, now)
  const right = { ...row, ...corrected }
  const isMoved = !hasSameNumber(row, right)
  // The choice is about the number that the customer sent.
  if (hasNumberChoice(decision) && !isMoved)
    await settleNumber(trx, row, decision.number, { now, actor, reviewer })
  if (decision.kind === 'approved')
    await withFreeNumber(isMoved, () => approveReceipt(trx, receiptId, now, random, corrected))
  else await rejectReceipt(trx, receiptId, decision, now)
  // A correction must not exempt a high amount from the second look.
  const amount_satang = Math.max(row.amount_satang, right.amount_satang)
  const sampledBy = await sampleOf(trx, { ...row, amount_satang }, await readCampaign(trx), random)
  const audited = await auditOf(trx, row, corrected)
  await trx
    .insertInto('review_decision')
    .values({
      receipt_id: receiptId,
      receipt_version: decided.version,
      customer_id: customerId,
      reviewer,
      decision: decision.kind,
      reason: decision.kind === 'rejected' ? decision.reason : null,
      corrected: purchaseJson(corrected),
      decided_at: now,
      in_sample: sampledBy === null ? 0 : 1,
      sampled_by: sampledBy,
    })
    .execute()
  const entry =
    decision.kind === 'approved'
      ? {
          action: 'receipts approve',
          detail: {
            receipts,
            customerId,
            reviewer,
            ...(hasNumberChoice(decision) && !isMoved ? { number: decision.number } : {}),
            ...audited.detail,
          },
          ...(audited.texts ? { texts: audited.texts } : {}),
        }
      : {
          action: 'receipts reject',
          detail: { receipts, customerId, reviewer, reason: decision.reason },
          texts: { about: [customerId], values: { note: decision.note } },
        }
  await appendAudit(trx, { at: now, actor, ...entry })
  if (decision.kind === 'rejected') await scoreOthersAgain(trx, customerId)
  return decided
}

const hasNumberChoice = (decision: Decision): decision is Decision & { readonly number: NumberChoice } =>
  decision.kind === 'approved' && decision.number !== undefined

async function scoreOthersAgain(trx: Transaction<Tables>, customerId: string): Promise<void> {
  await trx
    .updateTable('receipt')
    .set({ risk_version: SCORE_AGAIN })
    .where('customer_id', '=', customerId)
    .where('status', 'not in', DECIDED)
    .where('risk_version', '>', 0)
    .execute()
}

/**
 * Undoes a reviewer's own decision and assigns the receipt to the reviewer again. Throws ReviewError NOT_YOURS,
 * CHANGED, SEALED, NUMBER_TAKEN, SETTLED or CUSTOMER_LEFT.
 */
export function undoDecision(
  db: Db,
  { receiptId, version, look, ...who }: Acting & Decided,
): Promise<Claim | null> {
  return withReviewErrors('SEALED', () =>
    inTransaction(db, async trx => {
      // `draw seal` must not copy the tickets while this transaction deletes them.
      if (look === 'first') await lockCurrentDraw(trx)
      const row = await trx
        .selectFrom('review_decision')
        .selectAll()
        .where('receipt_id', '=', receiptId)
        .where('receipt_version', '=', version)
        .where('undone_at', 'is', null)
        .executeTakeFirst()
      if (!row) throw new ReviewError('CHANGED')
      const [owner, decision] =
        look === 'first' ? [row.reviewer, row.decision] : [row.second_reviewer, row.second_decision]
      if (owner !== who.reviewer) throw new ReviewError('NOT_YOURS')
      if (look === 'second' && row.resolved_at !== null) throw new ReviewError('SETTLED')
      if (look === 'first') {
        await requireParticipant(trx, row.customer_id)
        await reopenReceipt(trx, { id: receiptId, version }, who.now)
      }
      await trx
        .updateTable('review_decision')
        .set(
          look === 'first'
            ? { undone_at: who.now, ...(row.outcome === null ? { outcome: 'obsolete' } : {}) }
            : {
                outcome: null,
                second_reviewer: null,
                second_decision: null,
                second_reason: null,
                second_note: null,
                second_corrected: null,
                second_at: null,
              },
        )
        .where('receipt_id', '=', receiptId)
        .where('receipt_version', '=', version)
        .execute()
      await noteOpen(trx, { receiptId, look }, who)
      const claimed = await claim(trx, { receiptId, look }, who)
      const { customer_id: customerId } = row
      const detail = { receipts: [receiptId], customerId, reviewer: who.reviewer, decision }
      await appendAudit(trx, { at: who.now, actor: who.actor, action: 'receipts undo', detail })
      return claimed
    }),
  )
}

/** Locks the customer. Throws CUSTOMER_LEFT, because reopening the receipt could create tickets. */
async function requireParticipant(trx: Transaction<Tables>, customerId: string): Promise<void> {
  await lockCustomer(trx, customerId)
  const { status } = await trx
    .selectFrom('customer')
    .select('status')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (status === 'cancelled') throw new ReviewError('CUSTOMER_LEFT')
}

/** `notEditable` is what NOT_EDITABLE means for this caller. */
async function withReviewErrors<T>(notEditable: 'CHANGED' | 'SEALED', run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    switch (error.code) {
      case 'NOT_EDITABLE':
        throw new ReviewError(notEditable, error)
      case 'RECEIPT_DUPLICATE':
        throw new ReviewError('NUMBER_TAKEN', error)
      case 'VERSION_CONFLICT':
      case 'NOT_FOUND':
        throw new ReviewError('CHANGED', error)
      default:
        throw error
    }
  }
}
