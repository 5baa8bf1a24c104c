import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'

/**
 * Runs a function while a table is missing. Restores the table even if the function fails, because other tests share
 * the database.
 */
export async function withoutTable<T>(db: Db, table: string, run: () => Promise<T>): Promise<T> {
  const [name, away] = [sql.table(table), sql.table(`${table}_away`)]
  await sql`alter table ${name} rename to ${away}`.execute(db)
  try {
    return await run()
  } finally {
    await sql`alter table ${away} rename to ${name}`.execute(db)
  }
}
