import { setImmediate as turn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { chunksOf } from '#server/chunks.ts'
import { isDatabaseDown } from './failure.ts'
import type { Db, Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

type StateRow = Tables['log_state']
type PageViewRow = Tables['log_page_view']
type ReportRow = Tables['phone_report']
export type LogRows = {
  readonly states: readonly StateRow[]
  readonly pageViews: readonly PageViewRow[]
  /** Reports from phones are not counted as events. */
  readonly reports?: readonly ReportRow[]
}

type Waiting = {
  readonly rows: LogRows
  readonly resolve: (accepted: number) => void
  readonly reject: (error: unknown) => void
}

/** A row has twenty parameters, so a batch stays below the databases' limits. */
const BATCH_ROWS = 500
/** Turns of the event loop between a request's first byte and the call to `write`. */
const TURNS = 3

/** Writes log events in batches. After the commit, `write` resolves to the number of new events. */
export type LogWriter = {
  write(rows: LogRows): Promise<number>
  stats(): { readonly calls: number; readonly commits: number; readonly waiting: number }
}

const writers = new WeakMap<Db, LogWriter>()

/** Returns the database's log writer. Each process has only one, so that all calls share its commits. */
export function logWriterOf(db: Db): LogWriter {
  let writer = writers.get(db)
  if (!writer) {
    writer = createLogWriter(db)
    writers.set(db, writer)
  }
  return writer
}

/** Collects events while a commit is running, so that a thousand phones need only a few commits. */
function createLogWriter(db: Kysely<Tables>): LogWriter {
  let waiting: Waiting[] = []
  let running = false
  let calls = 0
  let commits = 0

  async function drain(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      await waitForQuiet()
      const batch = waiting
      waiting = []
      await commit(batch)
    }
    running = false
  }

  /**
   * Waits until no further calls arrive. Requests that arrived during the last commit have not been read yet, so an
   * immediate commit would contain only the first.
   */
  async function waitForQuiet(): Promise<void> {
    for (let seen = 0; seen < waiting.length && waiting.length < BATCH_ROWS; ) {
      seen = waiting.length
      for (let count = 0; count < TURNS; count++) await turn()
    }
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const stored = await inTransaction(db, async trx => {
        await insertReports(
          trx,
          batch.flatMap(one => one.rows.reports ?? []),
        )
        return {
          states: await insert(
            trx,
            'log_state',
            batch.flatMap(one => one.rows.states),
          ),
          pageViews: await insert(
            trx,
            'log_page_view',
            batch.flatMap(one => one.rows.pageViews),
          ),
        }
      })
      commits += 1
      for (const { rows, resolve } of batch) {
        resolve(countNew(stored.states, rows.states) + countNew(stored.pageViews, rows.pageViews))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
      if (!isDatabaseDown(error)) return
      // Also fail the calls that arrived during the commit; otherwise they would wait just as long.
      for (const { reject } of waiting) reject(error)
      waiting = []
    }
  }

  return {
    stats: () => ({ calls, commits, waiting: waiting.length }),
    write: rows =>
      new Promise((resolve, reject) => {
        calls += 1
        waiting.push({ rows, resolve, reject })
        // No await: `commit` passes every error to the calls of its batch.
        if (!running) void drain()
      }),
  }
}

type Identified = { readonly customer_id: string; readonly event_id: string }
const identity = (row: Identified): string => `${row.customer_id}/${row.event_id}`

/** Returns the inserted rows as `customer id/event id`. Ignores rows that already exist. */
async function insert(
  db: Db,
  table: 'log_state' | 'log_page_view',
  rows: readonly (StateRow | PageViewRow)[],
): Promise<Set<string>> {
  const stored = new Set<string>()
  // Always insert in the same order. Otherwise two processes that insert the same events could deadlock.
  const ordered = rows.toSorted((a, b) => (identity(a) < identity(b) ? -1 : 1))
  for (const some of chunksOf(ordered, BATCH_ROWS)) {
    const inserted = await db
      .insertInto(table)
      .values(some as never)
      .onConflict(conflict => conflict.columns(['customer_id', 'event_id']).doNothing())
      .returning(['customer_id', 'event_id'])
      .execute()
    for (const row of inserted) stored.add(identity(row))
  }
  return stored
}

async function insertReports(db: Db, rows: readonly ReportRow[]): Promise<void> {
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const some of chunksOf(ordered, BATCH_ROWS))
    await db
      .insertInto('phone_report')
      .values(some)
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
}

/** Removes counted rows from `stored`, so that a row sent by several calls is counted only for the first call. */
function countNew(stored: Set<string>, rows: readonly Identified[]): number {
  return rows.filter(row => stored.delete(identity(row))).length
}
