import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { copiedTables } from './tables.ts'

/** `isDatabaseDown` recognises this message. */
const MOVED = 'the campaign has moved to another database'

const OPERATIONS = ['insert', 'update', 'delete'] as const
/** The audit log must stay writable. */
const sealed = copiedTables.filter(table => table !== 'audit')
const nameOf = (table: string, operation: string) => `moved_${table}_${operation}`

/**
 * Makes an SQLite database read-only for every process that has it open: triggers also take effect in running servers.
 * Such a server still serves reads but responds to writes with 503, which phones retry.
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

export async function unsealSqlite(db: Db): Promise<void> {
  await inTransaction(db, async trx => {
    for (const table of sealed)
      for (const operation of OPERATIONS)
        await sql`drop trigger if exists ${sql.id(nameOf(table, operation))}`.execute(trx)
  })
}

export async function isSealed(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sqlite_master where type = 'trigger' and name = ${nameOf('customer', 'insert')}`.execute(db)
  return rows.length > 0
}
