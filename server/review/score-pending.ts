import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReceiptRow } from '#server/campaign/receipts/read.ts'
import type { ServerDeps } from '#server/deps.ts'
import { type Repeated, repeat } from '#server/repeat.ts'
import { DECIDED } from '#server/store/review-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { deleteExpired } from './lease.ts'
import { PENDING } from './queue.ts'
import { isPair } from './reasons.ts'
import { readSuspicion, type Suspicion } from './risk-read.ts'
import { riskOf, weightOf } from './risk-score.ts'

/** The `risk_version` of a receipt that is scored again because of another one. It does not pass this on to others. */
export const SCORE_AGAIN = -1
/** Receipts of one run. */
const BATCH = 50
/** Pause between two runs, in milliseconds. It leaves the processor to the calls of customers. */
const PAUSE_MS = 2000
/** A reason of less weight does not make similar receipts worth another look. */
const NOTICEABLE = 0.1
/** Other accounts of a group whose receipts are scored again. In a larger group, their risk is the highest already. */
const MAX_GROUP = 15
/** Similar receipts that are scored again because of one receipt. */
const MAX_AGAIN = 100

/**
 * Computes the risk of pending receipts that resemble a new one, that have none yet, or that were changed, the oldest
 * first. Returns their number. Its progress is in the rows themselves, so a killed process loses nothing, and several
 * processes may do this at the same time; at worst both score the same receipt. Throws at the end if one could not be
 * scored.
 */
export async function scorePending(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  const rows = await unscored(db).limit(BATCH).execute()
  const errors: unknown[] = []
  for (const row of rows) {
    if (isStopped()) break
    await score(db, row).catch(error => errors.push(error))
    // SQLite answers without waiting, so let the calls of customers have a turn.
    await turn()
  }
  if (errors.length > 0) throw errors[0]
  return rows.length
}

/** Selects the receipts whose risk is not that of their current version. */
const unscored = (db: Db) =>
  db
    .selectFrom('receipt')
    .selectAll()
    .where('status', '=', PENDING)
    .where(sql<boolean>`risk_version <> version`)
    // In the order of the partial index, so that the databases prefer it to the one of all pending receipts.
    .orderBy('status')
    .orderBy('risk_version')
    .orderBy('created_at')

async function score(db: Db, row: ReceiptRow): Promise<void> {
  const suspicion = await readSuspicion(db, row)
  const { score: risk, reasons } = riskOf(suspicion.reasons)
  // First the others: if the process is killed in between, this receipt is still unscored and marks them again.
  if (row.risk_version !== SCORE_AGAIN) await scoreSimilarAgain(db, row, { ...suspicion, reasons })
  const codes = [...new Set(reasons.map(reason => reason.code))].join()
  await db
    .updateTable('receipt')
    .set({ risk, risk_version: row.version, risk_codes: codes || null })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    // Marked again since, for example because its photo has been read.
    .where('risk_version', '=', row.risk_version)
    .execute()
}

/** Marks the pending receipts whose risk rises noticeably because of this one. */
async function scoreSimilarAgain(
  db: Db,
  row: ReceiptRow,
  { reasons, otherCustomers }: Suspicion,
): Promise<void> {
  const telling = reasons.filter(reason => weightOf(reason) >= NOTICEABLE)
  const codes = new Set(telling.map(reason => reason.code))
  const customers = [
    ...(codes.has('customer-rate') || codes.has('store-moved') ? [row.customer_id] : []),
    ...(codes.has('shared-address') || codes.has('phone-block') ? otherCustomers.slice(0, MAX_GROUP) : []),
  ]
  const ids = [
    ...telling.filter(isPair).map(reason => reason.receiptId),
    ...(await pendingOf(db, customers)).filter(id => id !== row.id),
  ]
  if (ids.length === 0) return
  await inTransaction(db, trx =>
    trx
      .updateTable('receipt')
      .set({ risk_version: SCORE_AGAIN })
      .where('id', 'in', ids)
      .where('status', 'not in', DECIDED)
      // An unscored receipt stays unscored, because it has still to mark others.
      .where(sql<boolean>`risk_version = version`)
      .execute(),
  )
}

async function pendingOf(db: Db, customers: readonly string[]): Promise<string[]> {
  if (customers.length === 0) return []
  const rows = await db
    .selectFrom('receipt')
    .select('id')
    .where('customer_id', 'in', customers)
    .where('status', 'not in', DECIDED)
    .limit(MAX_AGAIN)
    .execute()
  return rows.map(row => row.id)
}

/** Scores pending receipts and deletes expired leases every few seconds until stopped. */
export const startScoring = ({ db, clock, log }: ServerDeps): Repeated =>
  repeat(
    PAUSE_MS,
    async isStopped => {
      while (!isStopped() && (await scorePending(db, isStopped)) === BATCH);
      await deleteExpired(db, clock.now())
    },
    // The database may be unavailable for a moment.
    error => log.warn({ err: error }, 'could not compute the risk of receipts'),
  )
