import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'
import { testDialect } from './seeded.ts'

/**
 * Tables without customer data: places, migrations and counters. `dump` skips them, but includes any table that a later
 * migration adds.
 */
const others: readonly string[] = [
  ...['store', 'province', 'district', 'subdistrict', 'rate_bucket'],
  ...['schema_migration', 'ticket_counter'],
]

const tablesOf = async (db: Db) =>
  (await db.introspection.getTables()).map(({ name }) => name).filter(name => !others.includes(name))

/** Returns all rows as text. Equal data gives equal text, whatever the order of the rows. */
export async function dump(db: Db): Promise<string> {
  const parts = (await tablesOf(db)).map(async table => {
    const rows = await db
      .selectFrom(table as 'customer')
      .selectAll()
      .execute()
    const lines = rows.map(row => JSON.stringify(row)).sort()
    return `${table} ${lines.join('\n')}`
  })
  return (await Promise.all(parts)).join('\n')
}

/** Returns the lines that differ between two dumps, for readable test failures. */
export function changes(before: string, after: string): string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  return [...fresh.filter(line => !old.includes(line)), ...old.filter(line => !fresh.includes(line))]
}

/** Returns the number of rows written since the database was opened, including rolled-back ones; null on PostgreSQL. */
export async function rowsWritten(db: Db): Promise<number | null> {
  if (testDialect === 'postgres') return null
  const { rows } = await sql<{ count: number }>`SELECT total_changes() AS count`.execute(db)
  return rows[0]?.count ?? null
}
