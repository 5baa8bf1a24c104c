import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/store/tables.ts'

/** Customers per statement. */
const CHUNK = 20_000

/** Adds customers, each with a name and `each` valid tickets, to an SQLite database. Returns the number of tickets. */
export async function fillTickets(
  db: Kysely<Tables>,
  { customers, each, now }: { readonly customers: number; readonly each: number; readonly now: number },
): Promise<number> {
  const time = sql.lit(now.toString(16).padStart(12, '0'))
  const id = (kind: string, n: string) => sql`
    substr(${time}, 1, 8) || '-' || substr(${time}, 9) || ${sql.lit(`-7${kind}-8000-`)} || printf('%012x', ${sql.raw(n)})`
  for (let first = 1; first <= customers; first += CHUNK) {
    const last = Math.min(customers, first + CHUNK - 1)
    const range = sql`with recursive c(n) as (select ${first} union all select n + 1 from c where n < ${last})`
    await sql`insert into customer (id, status, first_name, last_name, version, created_at, updated_at)
      ${range} select ${id('001', 'n')}, 'registered', 'สมชาย', 'ใจดี', 1, ${now}, ${now} from c`.execute(db)
    for (let k = 0; k < each; k++)
      await sql`insert into ticket (id, no, customer_id, source, source_id, seq, state, created_at)
        ${range} select ${id('002', `n * ${each} + ${k}`)}, n * ${each} + ${k}, ${id('001', 'n')}, 'receipt',
          ${id('003', 'n')}, ${k}, 'valid', ${now} from c`.execute(db)
  }
  await sql`update ticket_counter set last = (select max(no) from ticket)`.execute(db)
  return customers * each
}
