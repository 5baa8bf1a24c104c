import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { columnsIn } from '#server/exports/export-table.ts'
import { PAGE } from '#server/exports/paginate.ts'
import { sheetBytes } from '#server/exports/sheet.ts'
import { exportTables } from '#server/exports/tables.ts'
import type { Db } from '#server/store/tables.ts'
import { eachTest, rowOf, type TestServer, testServer } from '#tests/kit/server.ts'

const ROWS = 100_000

const server = eachTest(testServer)
const who = eachTest(() => server.signIn())

/** Returns a database that counts its queries and the rows of the largest result. */
function watched(db: TestServer['db']) {
  const seen = { queries: 0, largest: 0 }
  const watching: Db = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      seen.queries += 1
      seen.largest = Math.max(seen.largest, result.rows.length)
      return result
    },
  })
  return { db: watching, seen }
}

/** SQL for the numbers from 1 to `ROWS`. */
const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})`
const idOf = sql`'01920000-0000-7000-8000-' || substr('000000000000' || i, length('000000000000' || i) - 11)`

const fillTickets = () =>
  sql`insert into ticket (id, no, customer_id, source, source_id, seq, state, created_at)
    ${numbers} select ${idOf}, i, ${who.customerId}, 'receipt', 'r', i, 'valid', 1 from n`.execute(server.db)

const fillWinners = async () => {
  const { id } = await rowOf(server, 'draw')
  await sql`insert into draw_winner (draw_id, rank, ticket_id, customer_id, masked_name, reserve)
    ${numbers} select ${sql.lit(id)}, i, ${idOf}, ${who.customerId}, 'ส***', 1 from n`.execute(server.db)
}

const fillAudit = () =>
  sql`insert into audit (seq, at, actor, action, detail, previous_hash, hash)
    ${numbers} select i, 1, 'tester', 'open', '{}', 'x', 'x' from n`.execute(server.db)

/** Writes the sheet as the command line and the desk do, but not to a file. Returns how much was in memory at once. */
async function written(what: keyof typeof exportTables) {
  const { db, seen } = watched(server.db)
  const { columns, rows } = exportTables[what]
  let [unwritten, most, total, bytes] = [0, 0, 0, 0]
  async function* counted() {
    for await (const cells of rows(db, 'th', Number.MAX_SAFE_INTEGER)) {
      unwritten += 1
      most = Math.max(most, unwritten)
      yield cells
    }
  }
  const onRows = (added: number) => {
    unwritten -= added
    total += added
  }
  let largest = 0
  for await (const part of sheetBytes('xlsx', columnsIn(columns, 'th'), counted(), onRows)) {
    bytes += part.length
    largest = Math.max(largest, part.length)
  }
  return { ...seen, total, most, share: largest / bytes }
}

test.each([
  ['tickets', fillTickets],
  ['winners', fillWinners],
  ['audit', fillAudit],
] as const)(
  '%s of 100,000 rows: pages of the same size, and no more than one page in memory',
  async (what, fill) => {
    await fill()
    const found = await written(what)
    expect(found.total).toBe(ROWS)
    expect(found.most).toBe(PAGE)
    // The export of winners also reads each list of places with one query. The largest list has fewer than 8,000 rows.
    expect(found.largest).toBeLessThanOrEqual(what === 'winners' ? 8000 : PAGE)
    // Each page of the audit log needs a second query for its texts.
    const perPage = what === 'audit' ? 2 : 1
    expect(found.queries).toBeLessThanOrEqual((perPage * ROWS) / PAGE + 5)
    expect(found.share).toBeLessThan(0.1)
  },
  120_000,
)
