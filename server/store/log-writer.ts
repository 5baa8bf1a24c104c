import { setImmediate as turn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isDatabaseDown } from './failure.ts'
import type { Db, Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

type StateRow = Tables['log_state']
type PageViewRow = Tables['log_page_view']
type ReportRow = Tables['phone_report']
export type LogRows = {
  readonly states: readonly StateRow[]
  readonly pageViews: readonly PageViewRow[]
  /** Reports of phones, which are not counted. */
  readonly reports?: readonly ReportRow[]
}

type Waiting = {
  readonly rows: LogRows
  readonly resolve: (accepted: number) => void
  readonly reject: (error: unknown) => void
}

/** Rows per insert. With twenty parameters each, this is below the databases' limits. */
const BATCH_ROWS = 500
/** Number of event-loop turns that a call takes from its first byte to `write`. */
const TURNS = 3

/** Writes log events in batches. `write` resolves after the commit with the number of events that were new. */
export type LogWriter = {
  write(rows: LogRows): Promise<number>
  /** Number of calls so far, of commits so far, and of calls that wait for the next commit. */
  stats(): { readonly calls: number; readonly commits: number; readonly waiting: number }
}

const writers = new WeakMap<Db, LogWriter>()

/** Returns the log writer of a database. A process has only one, so that all calls share its commits. */
export function logWriterOf(db: Db): LogWriter {
  let writer = writers.get(db)
  if (!writer) {
    writer = createLogWriter(db)
    writers.set(db, writer)
  }
  return writer
}

/** Creates a writer that collects events while a commit runs: a thousand phones need a few commits, not a thousand. */
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
   * Waits until no further calls arrive. Requests that arrived while the last commit blocked the event loop
   * have not been read yet, so an immediate commit would contain only the first of them.
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
      // The calls that arrived since would wait for as long again.
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

/** Inserts the rows that do not exist yet. Returns the inserted ones as `customer id/event id`. */
async function insert(
  db: Db,
  table: 'log_state' | 'log_page_view',
  rows: readonly (StateRow | PageViewRow)[],
): Promise<Set<string>> {
  const stored = new Set<string>()
  // Insert in the same order everywhere, because two processes with common events could otherwise deadlock.
  const ordered = rows.toSorted((a, b) => (identity(a) < identity(b) ? -1 : 1))
  for (let at = 0; at < ordered.length; at += BATCH_ROWS) {
    const inserted = await db
      .insertInto(table)
      .values(ordered.slice(at, at + BATCH_ROWS) as never)
      .onConflict(conflict => conflict.columns(['customer_id', 'event_id']).doNothing())
      .returning(['customer_id', 'event_id'])
      .execute()
    for (const row of inserted) stored.add(identity(row))
  }
  return stored
}

/** Inserts the reports that do not exist yet, in the same order everywhere, like `insert`. */
async function insertReports(db: Db, rows: readonly ReportRow[]): Promise<void> {
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (let at = 0; at < ordered.length; at += BATCH_ROWS)
    await db
      .insertInto('phone_report')
      .values(ordered.slice(at, at + BATCH_ROWS))
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
}

/** Counts how many of the rows were stored. A stored row that several calls sent counts only for the first call. */
function countNew(stored: Set<string>, rows: readonly Identified[]): number {
  return rows.filter(row => stored.delete(identity(row))).length
}
