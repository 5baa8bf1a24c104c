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

/** `risk_version` of a receipt to rescore because of another receipt. Rescoring it does not mark further receipts. */
export const SCORE_AGAIN = -1
const BATCH = 50
/** Pause between batches in milliseconds, to leave CPU time for requests. */
const PAUSE_MS = 2000
/** Similar receipts are not rescored for reasons with a smaller weight. */
const NOTICEABLE = 0.1
/** In a larger group, the risk is already at its maximum. */
const MAX_GROUP = 15
const MAX_AGAIN = 100

/** Returns the size of the scored batch. Progress is stored in the rows and survives crashes. */
export async function scorePending(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  const rows = await unscored(db).limit(BATCH).execute()
  const errors: unknown[] = []
  for (const row of rows) {
    if (isStopped()) break
    await score(db, row).catch(error => errors.push(error))
    // SQLite is synchronous, so let other requests run.
    await turn()
  }
  if (errors.length > 0) throw errors[0]
  return rows.length
}

const unscored = (db: Db) =>
  db
    .selectFrom('receipt')
    .selectAll()
    .where('status', '=', PENDING)
    .where(sql<boolean>`risk_version <> version`)
    // Matches the partial index, which the databases then prefer to the index of all pending receipts.
    .orderBy('status')
    .orderBy('risk_version')
    .orderBy('created_at')

async function score(db: Db, row: ReceiptRow): Promise<void> {
  const suspicion = await readSuspicion(db, row)
  const { score: risk, reasons } = riskOf(suspicion.reasons)
  // Mark the other receipts first. If the process crashes in between, this receipt is still unscored, so they are
  // marked again later.
  if (row.risk_version !== SCORE_AGAIN) await scoreSimilarAgain(db, row, { ...suspicion, reasons })
  const codes = [...new Set(reasons.map(reason => reason.code))].join()
  await db
    .updateTable('receipt')
    .set({ risk, risk_version: row.version, risk_codes: codes || null })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    // `risk_version` differs if the receipt was marked again, for example because its photo was fingerprinted.
    .where('risk_version', '=', row.risk_version)
    .execute()
}

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
      // An unscored receipt must remain unscored, because it still has to mark others.
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

export const startScoring = ({ db, clock, log }: ServerDeps): Repeated =>
  repeat(
    PAUSE_MS,
    async isStopped => {
      while (!isStopped() && (await scorePending(db, isStopped)) === BATCH);
      await deleteExpired(db, clock.now())
    },
    error => log.warn({ err: error }, 'could not compute the risk of receipts'),
  )
