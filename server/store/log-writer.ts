import { setImmediate as turn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Db, Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

type StateRow = Tables['log_state']
type PageViewRow = Tables['log_page_view']
export type LogRows = { readonly states: readonly StateRow[]; readonly pageViews: readonly PageViewRow[] }

type Waiting = {
  readonly rows: LogRows
  readonly resolve: (accepted: number) => void
  readonly reject: (error: unknown) => void
}

/** Rows an insert carries: six parameters each, well under the databases' limits. */
const BATCH_ROWS = 500
/** Turns of the event loop that a call needs from its first byte to here. */
const TURNS = 3

/** Writes log events in groups. `write` resolves after the commit, with how many of its events were new. */
export type LogWriter = {
  write(rows: LogRows): Promise<number>
  /** Calls so far, the commits that stored their events, and the calls that wait for the next one. */
  figures(): { readonly calls: number; readonly commits: number; readonly waiting: number }
}

const writers = new WeakMap<Db, LogWriter>()

/** The writer of a database: one for the process, so that all calls share its commits. */
export function logWriterOf(db: Db): LogWriter {
  let writer = writers.get(db)
  if (!writer) {
    writer = createLogWriter(db)
    writers.set(db, writer)
  }
  return writer
}

/** What arrives while a commit runs goes into the next one: a thousand phones cost a few commits, not a thousand. */
function createLogWriter(db: Kysely<Tables>): LogWriter {
  let waiting: Waiting[] = []
  let running = false
  let calls = 0
  let commits = 0

  async function drain(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      await quiet()
      const group = waiting
      waiting = []
      await commit(group)
    }
    running = false
  }

  /**
   * Until a turn of the event loop brings nothing more. What came while the last commit held the loop has still to
   * be read and recognised: a commit at once would be for the first of them alone.
   */
  async function quiet(): Promise<void> {
    for (let seen = 0; seen < waiting.length && waiting.length < BATCH_ROWS; ) {
      seen = waiting.length
      for (let count = 0; count < TURNS; count++) await turn()
    }
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    try {
      const stored = await inTransaction(db, async trx => ({
        states: await insert(
          trx,
          'log_state',
          group.flatMap(one => one.rows.states),
        ),
        pageViews: await insert(
          trx,
          'log_page_view',
          group.flatMap(one => one.rows.pageViews),
        ),
      }))
      commits += 1
      for (const { rows, resolve } of group) {
        resolve(taken(stored.states, rows.states) + taken(stored.pageViews, rows.pageViews))
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    figures: () => ({ calls, commits, waiting: waiting.length }),
    write: rows =>
      new Promise((resolve, reject) => {
        calls += 1
        waiting.push({ rows, resolve, reject })
        // Nothing to wait for here: what goes wrong is told to each of the group.
        if (!running) void drain()
      }),
  }
}

type Identified = { readonly customer_id: string; readonly event_id: string }
const identity = (row: Identified): string => `${row.customer_id}/${row.event_id}`

/** Inserts what is new and gives the identities of it. */
async function insert(
  db: Db,
  table: 'log_state' | 'log_page_view',
  rows: readonly (StateRow | PageViewRow)[],
): Promise<Set<string>> {
  const stored = new Set<string>()
  // In one order everywhere: two processes with events in common would otherwise wait for each other.
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

/** How many of the rows are among the stored; each stored one counts for the first who asks. */
function taken(stored: Set<string>, rows: readonly Identified[]): number {
  return rows.filter(row => stored.delete(identity(row))).length
}
