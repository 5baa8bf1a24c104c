import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Makes PostgreSQL continue the ticket numbers of the SQLite database `source`. This is necessary after copying rows,
 * because the copied rows already have numbers.
 */
export async function resumeTicketNumbers(source: Db, target: Db): Promise<void> {
  const { rows } = await sql<{ last: number }>`select last from ticket_counter`.execute(source)
  await sql`select setval('ticket_no_seq', ${(rows[0]?.last ?? 0) + 1}, false)`.execute(target)
}
