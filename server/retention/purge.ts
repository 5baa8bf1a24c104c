import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { purgePersonalData } from '#server/identity/purge.ts'
import { type DataStores, imageKey } from '#server/images/store.ts'
import { deleteUpload } from '#server/images/upload.ts'
import { winnerKinds } from '#server/message-queue/quota.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

/** Rows per transaction, few enough that customers' calls do not wait long. */
const BATCH = 500
const LOG_BATCH = 5000

/** A dry run only counts. `step` is called after each batch. */
export type Purge = DataStores & { readonly dryRun: boolean; readonly step: (count: number) => void }

/** Deletes each file before its row: a later run finds a leftover row, but never a leftover file. */
export async function purgeImages({ db, objects, dryRun, step }: Purge): Promise<number> {
  if (dryRun) return countOf(db.selectFrom('image'))
  let purged = 0
  for (;;) {
    const rows = await db.selectFrom('image').select(['customer_id', 'sha256']).limit(BATCH).execute()
    for (const { customer_id: customerId, sha256 } of rows) {
      await objects.delete(imageKey({ customerId, sha256 }))
      await db
        .deleteFrom('image')
        .where('customer_id', '=', customerId)
        .where('sha256', '=', sha256)
        .execute()
    }
    purged += rows.length
    step(rows.length)
    if (rows.length < BATCH) return purged
  }
}

const withPersonalData = (db: Db) =>
  db
    .selectFrom('customer')
    .where(eb =>
      eb.or([
        eb('status', '<>', 'cancelled'),
        eb('first_name', 'is not', null),
        eb('line_user_id', 'is not', null),
        eb('cancel_note', 'is not', null),
      ]),
    )

export async function purgeCustomers(purge: Purge, now: number): Promise<number> {
  return purgeSelected(purge, withPersonalData(purge.db), async (trx, ids) => {
    await purgePersonalData(trx, ids, now)
    return ids.length
  })
}

const provisionalSince = (db: Db, before: number) =>
  db
    .selectFrom('customer')
    .where('status', '=', 'provisional')
    .where('created_at', '<', before)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('session')
            .select('session.id')
            .whereRef('session.customer_id', '=', 'customer.id')
            .where('session.used_at', '>=', before),
        ),
      ),
    )

/** Deletes the personal data and LINE accounts of customers who never registered. They can join again. */
export async function purgeProvisional(
  purge: Purge,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<number> {
  return purgeSelected(purge, provisionalSince(purge.db, before), async (trx, ids) => {
    // A customer may register after being selected, so lock only the rows that are still provisional.
    const locked = await trx
      .updateTable('customer')
      .set({ updated_at: now })
      .where('id', 'in', ids)
      .where('status', '=', 'provisional')
      .returning('id')
      .execute()
    const still = locked.map(row => row.id)
    if (still.length === 0) return 0
    await purgePersonalData(trx, still, now)
    await trx.deleteFrom('line_identity').where('customer_id', 'in', still).execute()
    return still.length
  })
}

type Selected = ReturnType<typeof withPersonalData>

async function purgeSelected(
  { db, dryRun, step }: Purge,
  selected: Selected,
  purgeBatch: (trx: Db, ids: readonly string[]) => Promise<number>,
): Promise<number> {
  if (dryRun) return countOf(selected)
  let purged = 0
  let after = ''
  for (;;) {
    const rows = await selected.select('id').where('id', '>', after).orderBy('id').limit(BATCH).execute()
    const ids = rows.map(row => row.id)
    const count = ids.length > 0 ? await inTransaction(db, trx => purgeBatch(trx, ids)) : 0
    purged += count
    step(count)
    after = ids.at(-1) ?? ''
    if (ids.length < BATCH) return purged
  }
}

/** Deletes the record of which LINE accounts have joined, so that these accounts can join the next campaign. */
export async function purgeLineIdentities({ db, dryRun, step }: Purge): Promise<number> {
  if (dryRun) return countOf(db.selectFrom('line_identity'))
  const { numDeletedRows } = await db.deleteFrom('line_identity').executeTakeFirst()
  step(Number(numDeletedRows))
  return Number(numDeletedRows)
}

export async function purgeLogs(purge: Purge, before: number): Promise<number> {
  return (
    (await purgeOlderThan(purge, 'log_state', 'received_at', before)) +
    (await purgeOlderThan(purge, 'log_page_view', 'received_at', before)) +
    (await purgeOlderThan(purge, 'login_seen', 'at', before))
  )
}

type Aged =
  | 'log_state'
  | 'log_page_view'
  | 'login_seen'
  | 'idempotency'
  | 'session'
  | 'phone_report'
  | 'line_hand_over'
  | 'line_webhook_event'
  | 'desk_notice'
  | 'message'
type Age = 'received_at' | 'at' | 'created_at' | 'expires_at' | 'hour'
type MessageRows = ExpressionBuilder<Tables, 'message'>

/** Deletes rows older than `before` (milliseconds) in batches. `only` restricts them further. */
export async function purgeOlderThan(
  { db, dryRun, step }: Purge,
  table: Aged,
  column: Age,
  before: number,
  only?: (eb: MessageRows) => Expression<SqlBool>,
): Promise<number> {
  // The compiler cannot check that the table has this column, but all callers pass existing pairs.
  const from = table as 'message'
  const age = column as 'created_at'
  const olderThan = (time: number) => (eb: MessageRows) =>
    eb.and([eb(age, '<', time), ...(only ? [only(eb)] : [])])
  if (dryRun) return countOf(db.selectFrom(from).where(olderThan(before)))
  let purged = 0
  for (;;) {
    const last = await db
      .selectFrom(from)
      .select(age)
      .where(olderThan(before))
      .orderBy(age)
      .limit(1)
      .offset(LOG_BATCH - 1)
      .executeTakeFirst()
    const upTo = last ? last[age] + 1 : before
    const { numDeletedRows } = await db.deleteFrom(from).where(olderThan(upTo)).executeTakeFirst()
    purged += Number(numDeletedRows)
    step(Number(numDeletedRows))
    if (!last) return purged
  }
}

/**
 * Does not delete messages to winners. They are kept as long as the customer's personal data, so that the organiser can
 * prove later that the winner was informed.
 */
export const purgeMessages = (purge: Purge, before: number): Promise<number> =>
  purgeOlderThan(purge, 'message', 'created_at', before, eb => eb('kind', 'not in', [...winnerKinds]))

/**
 * Deletes webhook events, and LINE's data about users, older than `before` (milliseconds). The record that a customer
 * has blocked the account is kept as long as the customer's LINE id.
 */
export async function purgeWebhooks(purge: Purge, before: number): Promise<number> {
  const { db, dryRun, step } = purge
  const events = await purgeOlderThan(purge, 'line_webhook_event', 'received_at', before)
  const handOvers = await purgeOlderThan(purge, 'line_hand_over', 'at', before)
  const strangers = db
    .selectFrom('line_reach')
    .select('line_user_id')
    .where('changed_at', '<', before)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('line_identity')
            .select('line_identity.customer_id')
            .whereRef('line_identity.line_user_id', '=', 'line_reach.line_user_id'),
        ),
      ),
    )
  if (dryRun) return events + handOvers + (await countOf(strangers))
  const { numDeletedRows } = await db
    .deleteFrom('line_reach')
    .where('line_user_id', 'in', strangers)
    .executeTakeFirst()
  step(Number(numDeletedRows))
  return events + handOvers + Number(numDeletedRows)
}

export async function purgeUploads(purge: Purge, before: number): Promise<number> {
  const rows = await purge.db
    .selectFrom('upload')
    .select(['customer_id', 'sha256'])
    .where('updated_at', '<', before)
    .execute()
  if (purge.dryRun) return rows.length
  for (const { customer_id: customerId, sha256 } of rows) {
    await deleteUpload(purge, { customerId, sha256 })
    purge.step(1)
  }
  return rows.length
}

/**
 * Deletes free text once personal data must be deleted: the audit log's texts, including those about no customer or
 * several, and the files of drawn tickets that were submitted for approval.
 */
export async function purgeTypedTexts(db: Db): Promise<void> {
  await db.deleteFrom('audit_text').execute()
  await db.deleteFrom('desk_approval').where('action', '=', 'draw-import').execute()
}
