import { purgePersonalData } from '#server/identity/purge.ts'
import { type DataStores, imageKey } from '#server/images/store.ts'
import { deleteUpload } from '#server/images/upload.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

/** Rows that are worked on at a time: customers do not wait behind a long transaction. */
const BATCH = 500
const LOG_BATCH = 5000

/** What each kind of forgetting works on. In a dry run it only counts; `step` hears of each batch that is done. */
type Work = DataStores & { readonly dryRun: boolean; readonly step: (count: number) => void }

/** The file before its row: a row without a file is found the next time, a file without a row by nobody. */
export async function purgeImages({ db, objects, dryRun, step }: Work): Promise<number> {
  if (dryRun) return countOf(db.selectFrom('image'))
  let forgotten = 0
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
    forgotten += rows.length
    step(rows.length)
    if (rows.length < BATCH) return forgotten
  }
}

/** Customers of whom anything personal is still kept. */
const known = (db: Db) =>
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

export async function purgeCustomers({ db, dryRun, step }: Work, now: number): Promise<number> {
  if (dryRun) return countOf(known(db))
  let forgotten = 0
  let after = ''
  for (;;) {
    const rows = await known(db).select('id').where('id', '>', after).orderBy('id').limit(BATCH).execute()
    const ids = rows.map(row => row.id)
    if (ids.length > 0) await inTransaction(db, trx => purgePersonalData(trx, ids, now))
    forgotten += ids.length
    step(ids.length)
    after = ids.at(-1) ?? ''
    if (ids.length < BATCH) return forgotten
  }
}

/** What is left of LINE accounts that had joined: with it gone they could join a next campaign. */
export async function purgeLineIdentities({ db, dryRun, step }: Work): Promise<number> {
  if (dryRun) return countOf(db.selectFrom('line_identity'))
  const { numDeletedRows } = await db.deleteFrom('line_identity').executeTakeFirst()
  step(Number(numDeletedRows))
  return Number(numDeletedRows)
}

export async function purgeLogs(work: Work, before: number): Promise<number> {
  return (
    (await purgeOlderThan(work, 'log_state', 'received_at', before)) +
    (await purgeOlderThan(work, 'log_page_view', 'received_at', before)) +
    (await purgeOlderThan(work, 'login_seen', 'at', before))
  )
}

type Aged = 'log_state' | 'log_page_view' | 'login_seen' | 'idempotency' | 'session'
type Age = 'received_at' | 'at' | 'created_at' | 'expires_at'

/** Deletes rows older than a moment, a few thousand at a time, each time up to the moment of the last of them. */
export async function purgeOlderThan(work: Work, table: Aged, column: Age, before: number): Promise<number> {
  const { db, dryRun, step } = work
  // Every pair that is used exists; the compiler cannot know which.
  const from = table as 'log_state'
  const age = column as 'received_at'
  if (dryRun) return countOf(db.selectFrom(from).where(age, '<', before))
  let forgotten = 0
  for (;;) {
    const last = await db
      .selectFrom(from)
      .select(age)
      .where(age, '<', before)
      .orderBy(age)
      .limit(1)
      .offset(LOG_BATCH - 1)
      .executeTakeFirst()
    const upTo = last ? last[age] + 1 : before
    const { numDeletedRows } = await db.deleteFrom(from).where(age, '<', upTo).executeTakeFirst()
    forgotten += Number(numDeletedRows)
    step(Number(numDeletedRows))
    if (!last) return forgotten
  }
}

export async function purgeUploads(work: Work, before: number): Promise<number> {
  const rows = await work.db
    .selectFrom('upload')
    .select(['customer_id', 'sha256'])
    .where('updated_at', '<', before)
    .execute()
  if (work.dryRun) return rows.length
  for (const { customer_id: customerId, sha256 } of rows) {
    await deleteUpload(work, { customerId, sha256 })
    work.step(1)
  }
  return rows.length
}
