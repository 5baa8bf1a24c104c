import type BetterSqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryResult,
  sql,
} from 'kysely'
import { Database, sqliteWith } from './sqlite.ts'
import { run } from './sqlite-driver.ts'
import type { Db, Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

/**
 * Runs a function and discards its changes, so that a dry run finds the same errors as a real run.
 * On an SQLite file it reads one snapshot and writes to temporary copies of the changed tables.
 * Otherwise it rolls back a transaction. On PostgreSQL other processes wait for that transaction's
 * row locks, so a long function must take contended locks at its end.
 */
export async function tryOut<T>(
  { db, dialect }: { readonly db: Kysely<Tables>; readonly dialect: 'sqlite' | 'postgres' },
  use: (db: Db) => Promise<T>,
): Promise<T> {
  const file = dialect === 'sqlite' ? await fileOf(db) : ''
  if (file === '') return rolledBack(db, use)
  const copies = sqliteWith(() => new CopyingDriver(file))
  return copies
    .transaction()
    .execute(use)
    .finally(() => copies.destroy())
}

/** Returns an empty string for an in-memory database. */
async function fileOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file ?? ''
}

class RollBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('rolled back on purpose')
    this.result = result
  }
}

async function rolledBack<T>(db: Kysely<Tables>, use: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async trx => {
      throw new RollBack(await use(trx))
    })
  } catch (error) {
    if (error instanceof RollBack) return error.result as T
    throw error
  }
}

/** Matches the table that a statement changes. Any other kind of change fails, because the file is opened read-only. */
const CHANGED = /^\s*(?:insert into|update|delete from) "?(\w+)"?/i

class CopyingDriver implements Driver {
  readonly #database: BetterSqlite.Database

  constructor(file: string) {
    this.#database = new Database(file, { readonly: true, timeout: 0 })
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new CopyingConnection(this.#database)
  }

  async beginTransaction(): Promise<void> {
    this.#database.exec('begin')
  }

  async commitTransaction(): Promise<void> {
    this.#database.exec('rollback')
  }

  async rollbackTransaction(): Promise<void> {
    this.#database.exec('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close()
  }
}

class CopyingConnection implements DatabaseConnection {
  readonly #database: BetterSqlite.Database
  readonly #copied = new Set<string>()

  constructor(database: BetterSqlite.Database) {
    this.#database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const changed = CHANGED.exec(query.sql)?.[1]
    if (changed !== undefined) this.#copy(changed)
    return run(this.#database, query)
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('read in pages instead of a stream')
  }

  /** SQLite looks for temporary tables first, so it uses the copy instead of the original table. */
  #copy(table: string): void {
    if (this.#copied.has(table)) return
    this.#copied.add(table)
    const parts = this.#database
      .prepare<[string], { readonly type: string; readonly sql: string }>(
        'select type, sql from main.sqlite_master where tbl_name = ? and sql is not null',
      )
      .all(table)
    const of = (type: string) => parts.filter(part => part.type === type).map(part => part.sql)
    for (const create of of('table'))
      this.#database.exec(create.replace(/^create table/i, 'create temp table'))
    this.#database.exec(`insert into temp."${table}" select * from main."${table}"`)
    for (const create of of('index'))
      this.#database.exec(create.replace(/^create (unique )?index /i, '$&temp.'))
    for (const create of of('trigger')) {
      for (const [, other] of create.matchAll(/^\s*(?:insert into|update|delete from) "?(\w+)"?/gim))
        if (other !== undefined) this.#copy(other)
      this.#database.exec(create.replace(/^create trigger/i, 'create temp trigger'))
    }
  }
}
