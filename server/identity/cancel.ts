import { revokeSessions } from '#server/auth/sessions.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { isHandedOver } from '#server/campaign/prize-sent.ts'
import { releaseReceiptNo } from '#server/campaign/receipts/claim.ts'
import { rewardRowOf, shownDrawState } from '#server/campaign/reward.ts'
import { voidTickets } from '#server/campaign/tickets.ts'
import { ApiError } from '#server/errors.ts'
import { imageKey } from '#server/images/store.ts'
import { deleteLineTraces } from '#server/message-queue/reach.ts'
import type { Random } from '#server/random.ts'
import { enqueueTasks } from '#server/store/enqueue-task.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { unbindAccount } from './line-account.ts'
import { clearedPersonalData, eraseTraces } from './purge.ts'
import { readCustomer } from './view.ts'

type Leaving = {
  readonly reason?: string | undefined
  readonly note?: string | undefined
  readonly lineAccessToken?: string | undefined
}
type At = { readonly now: number; readonly random: Random; readonly key: string | null }

/**
 * Erases the customer's personal data, ends every session, voids the tickets unless the draw's list is sealed, and
 * queues the deauthorization at LINE. Keeps the response stored under `key`. Throws DRAW_SEALED for a winner who has
 * not declined, and PRIZE_SENT if the prize can no longer be declined. Must run in a transaction.
 */
export async function cancelCustomer(db: Db, customerId: string, leaving: Leaving, at: At): Promise<void> {
  await lockCustomer(db, customerId)
  const row = await readCustomer(db, customerId)
  if (row.status === 'cancelled') return
  await refuseWinner(db, customerId, at.now)
  await eraseProfile(db, customerId, leaving, at.now)
  await eraseTraces(db, [customerId])
  await deleteStoredAnswers(db, customerId, at.key)
  if (row.line_user_id !== null) await deleteLineTraces(db, [row.line_user_id])
  await withdrawReceipts(db, customerId, at.now)
  await enqueuePhotoDeletion(db, customerId, at)
  await voidTickets(db, [customerId])
  if (row.line_user_id !== null) await unbindAccount(db, row.line_user_id, row.status === 'registered')
  await revokeSessions(db, { customerId }, at.now)
  // LINE requires the deauthorization when users delete their account. The task's row contains the user's token and is
  // deleted afterwards.
  const { lineAccessToken: userAccessToken } = leaving
  if (userAccessToken !== undefined)
    await enqueueTasks(db, [{ kind: 'deauthorize', payload: { userAccessToken } }], at)
}

async function refuseWinner(db: Db, customerId: string, now: number): Promise<void> {
  const reward = await rewardRowOf(db, customerId)
  if (!reward) return
  const campaign = await readCampaign(db)
  const state = shownDrawState(reward, campaign, 0, now)
  // The carrier needs the address, and the prize can no longer be declined.
  if (state === 'confirmed' && (await isHandedOver(db, customerId, campaign)))
    throw new ApiError('PRIZE_SENT')
  if (state === 'won' || state === 'confirmed') throw new ApiError('DRAW_SEALED')
}

async function eraseProfile(db: Db, customerId: string, leaving: Leaving, now: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({
      status: 'cancelled',
      ...clearedPersonalData,
      cancelled_at: now,
      cancel_reason: leaving.reason ?? null,
      cancel_note: leaving.note || null,
      updated_at: now,
    })
    .where('id', '=', customerId)
    .execute()
}

async function deleteStoredAnswers(db: Db, customerId: string, ownKey: string | null): Promise<void> {
  let stored = db.deleteFrom('idempotency').where('customer_id', '=', customerId)
  if (ownKey !== null) stored = stored.where('key', '!=', ownKey)
  await stored.execute()
}

async function withdrawReceipts(db: Db, customerId: string, now: number): Promise<void> {
  const open = await db
    .updateTable('receipt')
    .set(eb => ({ status: 'void', version: eb('version', '+', 1), updated_at: now }))
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['pending', 'rejected'])
    .returning('id')
    .execute()
  for (const { id } of open) await releaseReceiptNo(db, id, now)
}

/** Tasks delete the photos after the commit, so that a rollback does not lose them. */
async function enqueuePhotoDeletion(db: Db, customerId: string, at: At): Promise<void> {
  const images = await db.selectFrom('image').select('sha256').where('customer_id', '=', customerId).execute()
  const keys = images.map(({ sha256 }) => imageKey({ customerId, sha256 }))
  await enqueueTasks(
    db,
    keys.map(key => ({ kind: 'delete-object', payload: { key } })),
    at,
  )
  await db.deleteFrom('image').where('customer_id', '=', customerId).execute()
  const begun = await db.selectFrom('upload').select('sha256').where('customer_id', '=', customerId).execute()
  await enqueueTasks(
    db,
    begun.map(({ sha256 }) => ({ kind: 'forget-upload', payload: { customerId, sha256 } })),
    at,
  )
}
