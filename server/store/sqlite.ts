import { createRequire } from 'node:module'
import type BetterSqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type RawBuilder,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import { sqlitePackage } from './sqlite-package.mjs'
import type { Tables } from './tables.ts'

/** An SQLite database as better-sqlite3 opens it: a file, `:memory:`, or the bytes of a file. */
export type Database = BetterSqlite.Database
export const Database: typeof BetterSqlite = createRequire(import.meta.url)(sqlitePackage)

/** A write waits at most 5 seconds while another process holds the database's write lock. */
const WAIT_FOR_LOCK = sql`pragma busy_timeout = 5000`

class StoreDriver extends SqliteDriver {
  readonly #database: Database

  constructor(database: Database) {
    super({ database })
    this.#database = database
  }

  /**
   * Takes the write lock at the start. Otherwise a transaction that first reads and then writes fails immediately,
   * without waiting, if another process has committed in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** On a full disk SQLite has already rolled back; a second rollback would fail and hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Runs a Kysely query on an open SQLite connection, for example one with a second file attached. */
export function rowsOf<R>(database: Database, query: RawBuilder<R>): readonly R[] {
  const { sql, parameters } = query.compile(new Kysely({ dialect: new SqliteDialect({ database }) }))
  return database.prepare<unknown[], R>(sql).all(...parameters)
}

/** Opens an SQLite database: a file or `:memory:`. Every commit is on the disk before it returns. */
export function openSqlite(file: string): Kysely<Tables> {
  return sqliteOn(new Database(file))
}

/** Runs a function with a database file that it cannot change. */
export async function readingSqlite<T>(file: string, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}

/** True for an error of SQLite, for example because the file is damaged or has another schema. */
export const isSqliteError = (error: unknown): boolean => error instanceof Database.SqliteError

/**
 * Wraps an open SQLite database. Turns on the write-ahead log, syncs every commit (synchronous=FULL) and overwrites deleted
 * data with zeros (secure_delete), because SQLite otherwise leaves erased names in the free parts of its pages.
 */
export function sqliteOn(database: Database): Kysely<Tables> {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('secure_delete = ON')
  database.pragma('busy_timeout = 5000')
  const dialect = new SqliteDialect({ database })
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new StoreDriver(database),
      createIntrospector: db => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
}

/**
 * Moves all pages of the write-ahead log to the database file and empties the log, because old pages in it still contain
 * what was erased since. Does nothing if another process is reading or writing, so that the server does not wait for it.
 */
export async function emptyWriteAheadLog(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async connection => {
    await sql`pragma busy_timeout = 0`.execute(connection)
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection)
    } finally {
      await WAIT_FOR_LOCK.execute(connection)
    }
  })
}
