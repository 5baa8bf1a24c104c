import { setTimeout as wait } from 'node:timers/promises'
import type BetterSqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import { createTurns, type Turns } from './turns.ts'

type Database = BetterSqlite.Database
type Statement = BetterSqlite.Statement

/** Delay between attempts while another process holds the write lock. */
const PAUSE_MS = { first: 1, longest: 20 }

/** Per connection. A statement with a list has different text for each list length. */
const MAX_PREPARED = 500

/** The connections have no busy timeout, because SQLite would block the event loop while waiting. */
export type Connections = {
  readonly writer: Database
  /**
   * Reads committed data while the writer is in a transaction. At other times the writer also serves reads, because its
   * page cache survives its own commits. Null for an in-memory database.
   */
  readonly reader: Database | null
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && /^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))

/**
 * Runs a function, and retries it as long as it fails because of another process's lock. Other calls run during the
 * pauses. Throws the last error after `waitMs` milliseconds.
 */
export async function whenUnlocked<T>(waitMs: number, run: () => T): Promise<T> {
  const until = performance.now() + waitMs
  for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
    try {
      return run()
    } catch (error) {
      if (!isLocked(error) || performance.now() + pause > until) throw error
    }
    await wait(pause)
  }
}

/**
 * Kysely driver for a database with one writer and one reader. Transactions and single writes take turns on the writer,
 * and wait at most `waitMs` for other calls and processes. Reads outside a transaction never wait.
 */
export class StoreDriver implements Driver {
  readonly #open: () => Promise<Connections>
  readonly #waitMs: number
  readonly #turns: Turns
  #connections: Connections | null = null

  constructor(open: () => Promise<Connections>, waitMs: number, lateError: () => Error) {
    this.#open = open
    this.#waitMs = waitMs
    this.#turns = createTurns(lateError)
  }

  async init(): Promise<void> {
    this.#connections = await this.#open()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new StoreConnection(this.#opened, this.#turns, this.#waitMs)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as StoreConnection).begin()
  }

  async commitTransaction(): Promise<void> {
    await whenUnlocked(this.#waitMs, () => this.#opened.writer.exec('commit'))
  }

  /** If the disk is full, SQLite has already rolled back. A second rollback would fail and hide the first error. */
  async rollbackTransaction(): Promise<void> {
    const { writer } = this.#opened
    if (writer.inTransaction) writer.exec('rollback')
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as StoreConnection).release()
  }

  async destroy(): Promise<void> {
    // Close the writer last: the last connection to close empties the write-ahead log, which a reader cannot do.
    this.#connections?.reader?.close()
    this.#connections?.writer.close()
  }

  get #opened(): Connections {
    if (!this.#connections) throw new Error('the database connection is not open')
    return this.#connections
  }
}

class StoreConnection implements DatabaseConnection {
  readonly #connections: Connections
  readonly #turns: Turns
  readonly #waitMs: number
  #hasTurn = false

  constructor(connections: Connections, turns: Turns, waitMs: number) {
    this.#connections = connections
    this.#turns = turns
    this.#waitMs = waitMs
  }

  /**
   * Takes the write lock at the start. Otherwise a transaction that reads and then writes would fail if another process
   * committed in between.
   */
  async begin(): Promise<void> {
    await this.#takeTurn(rest => whenUnlocked(rest, () => this.#connections.writer.exec('begin immediate')))
  }

  release(): void {
    if (!this.#hasTurn) return
    this.#hasTurn = false
    this.#turns.give()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader } = this.#connections
    if (this.#hasTurn) return run(writer, query)
    // A read is blocked only by a process that also locks out readers, for example to repair the log after a crash.
    if (reader && onlyReads(reader, query))
      return whenUnlocked(this.#waitMs, () => run<R>(writer.inTransaction ? reader : writer, query))
    try {
      return await this.#takeTurn(rest => whenUnlocked(rest, () => run<R>(writer, query)))
    } finally {
      this.release()
    }
  }

  /** A stream would pin an old snapshot on the connection that serves all reads. */
  // biome-ignore lint/correctness/useYield: the interface asks for a generator.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('read in pages instead of a stream')
  }

  /** Runs a function with the writer and passes it the remaining milliseconds. The connection then holds the writer. */
  async #takeTurn<T>(use: (restMs: number) => Promise<T>): Promise<T> {
    const began = performance.now()
    await this.#turns.take(this.#waitMs)
    this.#hasTurn = true
    return use(this.#waitMs - (performance.now() - began))
  }
}

/** Checking `stmt.readonly` is not enough: it is also true for statements such as ATTACH. */
function onlyReads(reader: Database, { query, sql }: CompiledQuery): boolean {
  if (SelectQueryNode.is(query)) return true
  if (query.kind !== 'RawNode') return false
  try {
    const statement = prepare(reader, sql)
    return statement.reader && statement.readonly
  } catch {
    // Use the writer: it reports the error, or has an attached database that the reader lacks.
    return false
  }
}

const statements = new WeakMap<Database, Map<string, Statement>>()

/** SQLite itself prepares a cached statement again after a schema change. */
function prepare(database: Database, sql: string): Statement {
  let prepared = statements.get(database)
  if (prepared === undefined || prepared.size >= MAX_PREPARED) {
    prepared = new Map()
    statements.set(database, prepared)
  }
  const statement = prepared.get(sql) ?? database.prepare(sql)
  prepared.set(sql, statement)
  return statement
}

export function run<R>(database: Database, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = prepare(database, sql)
  if (statement.reader) return { rows: statement.all(...parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}
