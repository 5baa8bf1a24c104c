import { RESUBMIT_MAX } from '#contract/limits.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { bumpRewardVersion } from '#server/campaign/reward.ts'
import { ApiError } from '#server/errors.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { claimReceiptNo, releaseReceiptNo } from './claim.ts'
import { ownReceipt, type ReceiptRow, receiptRow, showReceipt } from './read.ts'
import { checkReceipt, type ReceiptFields } from './rules.ts'
import { attachImages } from './send.ts'

/** Throws NOT_FOUND for another customer's receipt as well. */
export async function requireReceipt(db: Db, customerId: string, id: string): Promise<ReceiptRow> {
  const row = await ownReceipt(db, customerId, id)
  if (!row) throw new ApiError('NOT_FOUND')
  return row
}

/** Corrects a pending or resubmits a rejected receipt. A null `ifVersion` allows any version. */
export async function changeReceipt(
  db: Db,
  customerId: string,
  id: string,
  change: { fields: ReceiptFields; ifVersion: number | null },
  now: number,
): Promise<ReceiptRow> {
  const { fields, ifVersion } = change
  await lockParticipant(db, customerId)
  const row = await requireReceipt(db, customerId, id)
  if (ifVersion !== null && ifVersion !== row.version) throw await conflict(db, row)
  if (row.status !== 'pending' && row.status !== 'rejected') throw new ApiError('NOT_EDITABLE')
  if (row.status === 'rejected' && row.resubmits >= RESUBMIT_MAX) throw new ApiError('RESUBMIT_LIMIT')
  const checked = await checkReceipt(db, await readCampaign(db), customerId, fields, now)
  const changed: ReceiptRow = {
    ...row,
    ...checked,
    corrected_from: null,
    status: 'pending',
    reject_reason: null,
    reject_note: null,
    reviewed_at: null,
    resubmits: row.resubmits + (row.status === 'rejected' ? 1 : 0),
    version: row.version + 1,
    updated_at: now,
  }
  await replace(db, row, changed)
  await claimReceiptNo(db, changed, fields.images, now)
  await attachImages(db, row, fields.images)
  await bumpRewardVersion(db, customerId, now)
  return changed
}

/** Withdraws a receipt that is not approved. Repeating this has no effect. */
export async function withdrawReceipt(db: Db, customerId: string, id: string, now: number): Promise<void> {
  await lockParticipant(db, customerId)
  const row = await requireReceipt(db, customerId, id)
  if (row.status === 'void') return
  if (row.status === 'approved') throw new ApiError('NOT_EDITABLE')
  await replace(db, row, { ...row, status: 'void', version: row.version + 1, updated_at: now })
  await releaseReceiptNo(db, id, now)
  await bumpRewardVersion(db, customerId, now)
}

/** Throws VERSION_CONFLICT if the row was changed after it was read, for example by a reviewer. */
export async function replace(db: Db, row: ReceiptRow, changed: ReceiptRow): Promise<void> {
  // Leave out the risk: it may have been computed after the row was read. The new version is scored again anyway.
  const {
    id,
    customer_id: _,
    created_at: __,
    risk: ___,
    risk_version: ____,
    risk_codes: _____,
    ...fields
  } = changed
  const updated = await db
    .updateTable('receipt')
    .set(fields)
    .where('id', '=', id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw await conflict(db, row)
}

async function conflict(db: Db, row: ReceiptRow): Promise<ApiError> {
  const current = (await receiptRow(db, row.id)) ?? row
  return new ApiError('VERSION_CONFLICT', { current: await showReceipt(db, current) })
}
