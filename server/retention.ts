import { DAY_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { ObjectStore, ServerDeps } from '#server/deps.ts'
import { eraseContacts } from '#server/identity/forget.ts'
import { imageKey } from '#server/images/store.ts'
import { forgetUpload, UPLOAD_LIFE_MS } from '#server/images/upload.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

/** How long things are kept, in milliseconds; images and people from the announcement on. */
const RETENTION_MS = {
  images: 90 * DAY_MS,
  people: 180 * DAY_MS,
  logs: 90 * DAY_MS,
  keys: 30 * DAY_MS,
  /** Sessions that have ended; until then their token is told apart from one that never was. */
  sessions: 30 * DAY_MS,
  uploads: UPLOAD_LIFE_MS,
} as const

/** Rows that are worked on at a time: customers do not wait behind a long transaction. */
const BATCH = 500
const LOG_BATCH = 5000

/** How many of each were, or in a dry run would be, forgotten. */
export type Forgotten = {
  images: number
  people: number
  /** LINE accounts that may join again. */
  identities: number
  logs: number
  keys: number
  sessions: number
  uploads: number
}

type Stores = { readonly db: Db; readonly objects: ObjectStore }
type How = {
  /** Only counts. */
  readonly dryRun?: boolean
  /** Hears of each batch that is done. */
  readonly step?: (count: number) => void
}
type Work = Stores & Required<How>

/**
 * Forgets what has been kept for its time. Everything is done in small steps that can be repeated: several processes
 * may run it at once, and one that dies leaves the rest for the next time.
 */
export async function runRetention(stores: Stores, now: number, how: How = {}): Promise<Forgotten> {
  const { db, objects } = stores
  const work: Work = { db, objects, dryRun: how.dryRun ?? false, step: how.step ?? (() => undefined) }
  const campaign = await readCampaign(db)
  const announced = campaign.announced_at ?? Number.POSITIVE_INFINITY
  const due = (since: number, kept: number): boolean => now >= since + kept
  const people = due(announced, RETENTION_MS.people)
  return {
    images: due(announced, RETENTION_MS.images) ? await forgetImages(work) : 0,
    people: people ? await forgetPeople(work, now) : 0,
    identities: people ? await forgetIdentities(work) : 0,
    logs: await forgetLogs(work, now - RETENTION_MS.logs),
    keys: due(campaign.closes_at, RETENTION_MS.keys)
      ? await forgetOlder(work, 'idempotency', 'created_at', now)
      : 0,
    sessions: await forgetOlder(work, 'session', 'expires_at', now - RETENTION_MS.sessions),
    uploads: await forgetUploads(work, now - RETENTION_MS.uploads),
  }
}

/** Runs it now and then once a day, until it is stopped. What goes wrong is logged, and tried again the next day. */
export function startRetention(deps: Pick<ServerDeps, 'db' | 'objects' | 'clock' | 'log'>): { stop(): void } {
  const once = async () => {
    try {
      const forgotten = await runRetention(deps, deps.clock.now())
      if (Object.values(forgotten).some(count => count > 0)) deps.log.info({ forgotten }, 'retention')
    } catch (error) {
      deps.log.error({ err: error }, 'retention failed')
    }
  }
  const first = setTimeout(once, FIRST_AFTER_MS).unref()
  const daily = setInterval(once, DAY_MS).unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(daily)
    },
  }
}

/** Not among the first requests of a process. */
const FIRST_AFTER_MS = 60_000

/** The file before its row: a row without a file is found the next time, a file without a row by nobody. */
async function forgetImages({ db, objects, dryRun, step }: Work): Promise<number> {
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

async function forgetPeople({ db, dryRun, step }: Work, now: number): Promise<number> {
  if (dryRun) return countOf(known(db))
  let forgotten = 0
  let after = ''
  for (;;) {
    const rows = await known(db).select('id').where('id', '>', after).orderBy('id').limit(BATCH).execute()
    const ids = rows.map(row => row.id)
    if (ids.length > 0) await inTransaction(db, trx => eraseContacts(trx, ids, now))
    forgotten += ids.length
    step(ids.length)
    after = ids.at(-1) ?? ''
    if (ids.length < BATCH) return forgotten
  }
}

/** What is left of LINE accounts that had joined: with it gone they could join a next campaign. */
async function forgetIdentities({ db, dryRun, step }: Work): Promise<number> {
  if (dryRun) return countOf(db.selectFrom('line_identity'))
  const { numDeletedRows } = await db.deleteFrom('line_identity').executeTakeFirst()
  step(Number(numDeletedRows))
  return Number(numDeletedRows)
}

async function forgetLogs(work: Work, before: number): Promise<number> {
  return (
    (await forgetOlder(work, 'log_state', 'received_at', before)) +
    (await forgetOlder(work, 'log_page_view', 'received_at', before)) +
    (await forgetOlder(work, 'login_seen', 'at', before))
  )
}

type Aged = 'log_state' | 'log_page_view' | 'login_seen' | 'idempotency' | 'session'
type Age = 'received_at' | 'at' | 'created_at' | 'expires_at'

/** Deletes rows older than a moment, a few thousand at a time, each time up to the moment of the last of them. */
async function forgetOlder(work: Work, table: Aged, column: Age, before: number): Promise<number> {
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

async function forgetUploads(work: Work, before: number): Promise<number> {
  const rows = await work.db
    .selectFrom('upload')
    .select(['customer_id', 'sha256'])
    .where('updated_at', '<', before)
    .execute()
  if (work.dryRun) return rows.length
  for (const { customer_id: customerId, sha256 } of rows) {
    await forgetUpload(work, { customerId, sha256 })
    work.step(1)
  }
  return rows.length
}
