import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { copiedTables } from './tables.ts'

/** What SQLite says of a write to a campaign that has moved; `isDatabaseDown` knows it. */
const MOVED = 'the campaign has moved to another database'

const OPERATIONS = ['insert', 'update', 'delete'] as const
/** The organiser's record of what was done goes on. */
const sealed = copiedTables.filter(table => table !== 'audit')
const nameOf = (table: string, operation: string) => `moved_${table}_${operation}`

/**
 * Closes an SQLite database for writing, at once and for every process that has it open: a server goes on reading
 * and answers 503 to writes, which phones keep and send again. Triggers, because the servers that have the file
 * open ask nobody; they are on no database that is in use.
 */
export async function sealSqlite(db: Db): Promise<void> {
  await inTransaction(db, async trx => {
    for (const table of sealed)
      for (const operation of OPERATIONS)
        await sql`create trigger if not exists ${sql.id(nameOf(table, operation))}
          before ${sql.raw(operation)} on ${sql.table(table)}
          begin select raise(abort, ${sql.lit(MOVED)}); end`.execute(trx)
  })
}

/** Opens a closed database again. */
export async function unsealSqlite(db: Db): Promise<void> {
  await inTransaction(db, async trx => {
    for (const table of sealed)
      for (const operation of OPERATIONS)
        await sql`drop trigger if exists ${sql.id(nameOf(table, operation))}`.execute(trx)
  })
}

/** Whether an SQLite database has been closed by `sealSqlite`. */
export async function isSealed(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sqlite_master where type = 'trigger' and name = ${nameOf('customer', 'insert')}`.execute(db)
  return rows.length > 0
}
