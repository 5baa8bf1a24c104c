import { createRequire } from 'node:module'
import type BetterSqlite from 'better-sqlite3'
import {
  type Driver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { type Connections, StoreDriver, whenUnlocked } from './sqlite-driver.ts'
import { sqlitePackage } from './sqlite-package.mjs'
import type { Tables } from './tables.ts'

export type Database = BetterSqlite.Database
export const Database: typeof BetterSqlite = createRequire(import.meta.url)(sqlitePackage)

/**
 * How long a write waits for other writes, in this or any other process, before its call gets a 503. The same as
 * PostgreSQL's lock timeout.
 */
const WAIT_MS = 10_000

type Options = { readonly waitMs?: number }

/** Returns the error for a write that waited too long for other writes of its own process. */
const lateError = (): Error => new Database.SqliteError('database is locked', 'SQLITE_BUSY')

/** Runs a Kysely query on an open SQLite connection, for example one with a second file attached. */
export function rowsOf<R>(database: Database, query: RawBuilder<R>): readonly R[] {
  const { sql, parameters } = query.compile(new Kysely({ dialect: new SqliteDialect({ database }) }))
  return database.prepare<unknown[], R>(sql).all(...parameters)
}

/**
 * Opens a file or `:memory:`. Every commit is written to disk before it returns. If the file cannot be opened, the
 * first statement fails.
 */
export function openSqlite(file: string, { waitMs = WAIT_MS }: Options = {}): Kysely<Tables> {
  return storeOn(() => whenUnlocked(waitMs, () => connectionsTo(new Database(file, { timeout: 0 }))), waitMs)
}

export async function readingSqlite<T>(file: string, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}

export const isSqliteError = (error: unknown): boolean => error instanceof Database.SqliteError

export function sqliteOn(database: Database): Kysely<Tables> {
  const connections = connectionsTo(database)
  return storeOn(async () => connections, WAIT_MS)
}

/**
 * Turns on the write-ahead log, syncs every commit (synchronous=FULL), and overwrites deleted data with zeros
 * (secure_delete), because SQLite would otherwise leave erased names in unused parts of its pages. It still leaves a copy
 * where a row was before SQLite moved it to another page, until `rewriteFile` runs.
 */
function connectionsTo(writer: Database): Connections {
  try {
    writer.pragma('busy_timeout = 0')
    writer.pragma('journal_mode = WAL')
    writer.pragma('synchronous = FULL')
    writer.pragma('foreign_keys = ON')
    writer.pragma('secure_delete = ON')
    const reader = writer.memory ? null : new Database(writer.name, { readonly: true, timeout: 0 })
    return { writer, reader }
  } catch (error) {
    writer.close()
    throw error
  }
}

const storeOn = (open: () => Promise<Connections>, waitMs: number): Kysely<Tables> =>
  sqliteWith(() => new StoreDriver(open, waitMs, lateError))

export const sqliteWith = (createDriver: () => Driver): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver,
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

/**
 * Moves the write-ahead log into the database file and empties it, because its old pages still contain erased data. Has
 * no effect while another process is reading or writing.
 */
export const emptyWriteAheadLog = (db: Kysely<Tables>): Promise<unknown> =>
  sql`pragma wal_checkpoint(truncate)`.execute(db)
