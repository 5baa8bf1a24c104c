import { sql } from 'kysely'
import { HOUR_MS } from '#contract/time.ts'
import { appendAudit } from '#server/audit/log.ts'
import { canonicalJson } from '#server/hash.ts'
import { lockDatabase } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import type { DeskDeps } from '../deps.ts'

/**
 * Selects the audit entries about this customer (`customerId` in the detail), newest first. There is an index on the
 * same expression.
 */
export function actionsAbout(
  { db, dialect }: { readonly db: Db; readonly dialect: DeskDeps['dialect'] },
  customerId: string,
) {
  const about =
    dialect === 'postgres' ? sql`(detail::json ->> 'customerId')` : sql`json_extract(detail, '$.customerId')`
  return db
    .selectFrom('audit')
    .select(['seq', 'at', 'actor', 'action'])
    .where(about, '=', customerId)
    .orderBy('seq', 'desc')
}

export type Store = { readonly db: Db; readonly dialect: DeskDeps['dialect'] }
type By = { readonly actor: string; readonly now: number }
type View = By & { readonly customerId: string }
type Seen = {
  readonly action: string
  readonly detail: { readonly customerId: string; readonly receipts?: readonly string[] }
}

/** Records that a person opened a customer's page; at most once per person, customer and hour. */
export const recordView = (store: Store, { customerId, ...by }: View): Promise<void> =>
  recordOnce(store, { action: 'desk customer view', detail: { customerId } }, by)

/** Records that a person saw a receipt's photos; at most once per person, receipt and hour. */
export const recordPhotos = (
  store: Store,
  { customerId, receiptId, ...by }: View & { readonly receiptId: string },
): Promise<void> =>
  recordOnce(store, { action: 'desk receipt photos', detail: { receipts: [receiptId], customerId } }, by)

async function recordOnce({ db, dialect }: Store, { action, detail }: Seen, by: By): Promise<void> {
  const isRecorded = async (on: Db) =>
    (
      await actionsAbout({ db: on, dialect }, detail.customerId)
        .where('actor', '=', by.actor)
        .where('action', '=', action)
        .where('detail', '=', canonicalJson(detail))
        .where('at', '>', by.now - HOUR_MS)
        .limit(1)
        .execute()
    ).length > 0
  if (await isRecorded(db)) return
  await inTransaction(db, async trx => {
    // Lock the database, because a page sends two calls at once.
    await lockDatabase(trx)
    if (await isRecorded(trx)) return
    await appendAudit(trx, { at: by.now, actor: by.actor, action, detail })
  })
}
