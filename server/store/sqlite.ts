import { createRequire } from 'node:module'
import type BetterSqlite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely'
import { sqlitePackage } from './sqlite-package.mjs'
import type { Tables } from './tables.ts'

/** A database of SQLite as its driver opens it: a file, `:memory:`, or the bytes of one. */
export type Database = BetterSqlite.Database
export const Database: typeof BetterSqlite = createRequire(import.meta.url)(sqlitePackage)

/** How long a process waits for another one's commit, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

class StoreDriver extends SqliteDriver {
  readonly #database: Database

  constructor(database: Database) {
    super({ database })
    this.#database = database
  }

  /**
   * Takes the write lock at the beginning: a transaction that first reads and then writes would otherwise fail
   * at once, without waiting, where another process has committed in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** Where the disk was full SQLite has rolled back by itself: a second time would be an error that hides the first. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Opens the embedded database: a file or `:memory:`. A commit is on the disk before it returns. */
export function openSqlite(file: string): Kysely<Tables> {
  return sqliteOn(new Database(file))
}

/** The store on a database that is open already: write-ahead log, every commit synced (synchronous=FULL). */
export function sqliteOn(database: Database): Kysely<Tables> {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
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
