import { sql } from 'kysely'
import { HOUR_MS } from '#contract/time.ts'
import { appendAudit } from '#server/audit/log.ts'
import { canonicalJson } from '#server/hash.ts'
import { lockDatabase } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import type { DeskDeps } from '../deps.ts'
import type { ReceivedDeskCall } from '../handler.ts'
import { actorOf } from '../people.ts'

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
/** The call with which a person views a customer's data. */
type Seeing = Pick<ReceivedDeskCall<'customer'>, 'db' | 'deps' | 'now' | 'caller'>

/** Records that a person opened a customer's page; at most once per person, customer and hour. */
export const recordView = (call: Seeing, customerId: string): Promise<void> =>
  recordOnce(call, 'desk customer view', { customerId })

/** Records that a person saw a receipt's photos; at most once per person, receipt and hour. */
export const recordPhotos = (call: Seeing, receiptId: string, customerId: string): Promise<void> =>
  recordOnce(call, 'desk receipt photos', { receipts: [receiptId], customerId })

async function recordOnce(
  { db, deps, now, caller }: Seeing,
  action: string,
  detail: { readonly customerId: string; readonly receipts?: readonly string[] },
): Promise<void> {
  const actor = actorOf(caller.person)
  const isRecorded = async (on: Db) =>
    (
      await actionsAbout({ db: on, dialect: deps.dialect }, detail.customerId)
        .where('actor', '=', actor)
        .where('action', '=', action)
        .where('detail', '=', canonicalJson(detail))
        .where('at', '>', now - HOUR_MS)
        .limit(1)
        .execute()
    ).length > 0
  if (await isRecorded(db)) return
  await inTransaction(db, async trx => {
    // Lock the database, because a page sends two calls at once.
    await lockDatabase(trx)
    if (await isRecorded(trx)) return
    await appendAudit(trx, { at: now, actor, action, detail })
  })
}
