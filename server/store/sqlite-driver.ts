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

/** The first and the longest pause between two attempts while another process has the write lock, in milliseconds. */
const PAUSE_MS = { first: 1, longest: 20 }

/**
 * Maximum number of prepared statements that a connection keeps. The server's calls need fewer, but a statement with a list
 * has a different text for each length of the list.
 */
const MAX_PREPARED = 500

/** The open connections to one database. None of them has a busy timeout, because SQLite waits without letting other calls run. */
export type Connections = {
  readonly writer: Database
  /**
   * Reads what is committed while the writer is in a transaction. At other times the writer reads, because its page cache
   * survives its own commits. Null for a database in memory, which has one connection.
   */
  readonly reader: Database | null
}

/** True if another connection has a lock that this one needs. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && /^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))

/**
 * Runs a function until it no longer fails because of another process's lock, with pauses in which other calls run. Throws
 * the last error after `waitMs` milliseconds.
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
 * Kysely's driver for a database with one writer and one reader. Transactions and single writes take turns at the writer and
 * wait at most `waitMs` for it, both for other calls and for other processes. Reads outside a transaction never wait.
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

  /** On a full disk SQLite has already rolled back; a second rollback would fail and hide the first error. */
  async rollbackTransaction(): Promise<void> {
    const { writer } = this.#opened
    if (writer.inTransaction) writer.exec('rollback')
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as StoreConnection).release()
  }

  async destroy(): Promise<void> {
    // The last connection that closes empties the write-ahead log, which a reader cannot.
    this.#connections?.reader?.close()
    this.#connections?.writer.close()
  }

  get #opened(): Connections {
    if (!this.#connections) throw new Error('the database connection is not open')
    return this.#connections
  }
}

/** A transaction or a single statement on the database. */
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
   * Takes the write lock at the start. Otherwise a transaction that first reads and then writes would fail if another process
   * has committed in between.
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
    // Only a process that keeps even readers out can lock this, such as one that repairs the log after a crash.
    if (reader && onlyReads(reader, query))
      return whenUnlocked(this.#waitMs, () => run<R>(writer.inTransaction ? reader : writer, query))
    try {
      return await this.#takeTurn(rest => whenUnlocked(rest, () => run<R>(writer, query)))
    } finally {
      this.release()
    }
  }

  /** A stream would hold an old state of the data on the connection that all calls read with. */
  // biome-ignore lint/correctness/useYield: the interface asks for a generator.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('read in pages instead of a stream')
  }

  /** Runs a function with the turn, which stays with this connection, and with the rest of its time in milliseconds. */
  async #takeTurn<T>(use: (restMs: number) => Promise<T>): Promise<T> {
    const began = performance.now()
    await this.#turns.take(this.#waitMs)
    this.#hasTurn = true
    return use(this.#waitMs - (performance.now() - began))
  }
}

/** True if a statement returns rows and changes nothing. `stmt.readonly` is also true for statements such as ATTACH. */
function onlyReads(reader: Database, { query, sql }: CompiledQuery): boolean {
  if (SelectQueryNode.is(query)) return true
  if (query.kind !== 'RawNode') return false
  try {
    const statement = prepare(reader, sql)
    return statement.reader && statement.readonly
  } catch {
    // The writer reports the error, or has a database attached that the reader has not.
    return false
  }
}

const statements = new WeakMap<Database, Map<string, Statement>>()

/** Returns a connection's statement, prepared at its first use. After a change of the schema, SQLite prepares it again. */
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

/** Runs a statement. */
export function run<R>(database: Database, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = prepare(database, sql)
  if (statement.reader) return { rows: statement.all(...parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}
