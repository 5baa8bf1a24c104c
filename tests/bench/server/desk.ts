import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DeskCallName } from '#contract/desk-calls.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { terminalProgress } from '#server/cli/terminal.ts'
import { seedCampaign } from '#server/data/seed.ts'
import type { ServerDeps } from '#server/deps.ts'
import { fill } from '#server/store/copy/rows.ts'
import { copiedTables } from '#server/store/copy/tables.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { customerOf, fillCampaign } from '#tests/kit/big-campaign.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { createDatabase, databaseUrl, dropDatabase } from '#tests/kit/postgres.ts'
import { testServer } from '#tests/kit/server.ts'
import { seenBy } from '#tests/kit/set-up.ts'
import { refuse } from '#tools/command.mjs'
import { readOptions } from '#tools/options.ts'
import { needPostgres } from './stores.ts'

/**
 * `npm run bench:desk [-- --customers 200000]`: fills a new PostgreSQL database on the server of TEST_DATABASE_URL with
 * five receipts per customer, and measures each call of the desk's pages there and on SQLite. The first run of each
 * call is listed separately, because later runs reuse the numbers that were computed for today. Exits with 1 if a call
 * is refused.
 */
const { values, whole } = readOptions('npm run bench:desk', {
  customers: { type: 'string', default: '200000' },
  store: { type: 'string' },
})
const customers = whole('customers', 1000)
if (values.store !== undefined && values.store !== 'postgres')
  refuse('--store: must be postgres; without it, the command also measures SQLite')
await needPostgres()
const now = Date.now()
const RUNS = 7
const progress = terminalProgress(process.stderr)

/**
 * SQL that adds two receipts per customer, of which one in twenty is pending, and decision times, risks and second
 * looks.
 */
const more = [
  `insert into receipt select pg_temp.uid('01' || k, pg_temp.born(n), n), pg_temp.who(n), 1 + n % 30, 'R' || n || 'X' || k,
    15000, pg_temp.born(n), case when k = 5 and n % 10 = 0 then 'pending' else 'approved' end, null, null, 0, 1,
    to_char(to_timestamp(pg_temp.born(n) / 1000) at time zone 'Asia/Bangkok', 'YYYY-MM-DD'),
    pg_temp.born(n) + k * 3600000, pg_temp.born(n) + k, null
    from generate_series(1, ${customers}::bigint) n, generate_series(4, 5) k`,
  `update receipt set reviewed_at = created_at + ${3 * HOUR_MS} where status <> 'pending'`,
  `update receipt set risk = 900 - length(receipt_no) * 7, risk_codes = 'same-amount,same-number', risk_version = version
    where status = 'pending'`,
  `insert into review_decision (receipt_id, receipt_version, customer_id, reviewer, decision, decided_at, in_sample, outcome,
      second_reviewer, second_decision, second_at)
    select pg_temp.uid('011', pg_temp.born(n), n), 2, pg_temp.who(n), 'cli:r' || n % 20, 'approved', pg_temp.born(n), 1,
      case when n % 40 = 0 then 'disagreed' else 'agreed' end, 'cli:s', 'approved', pg_temp.born(n)
    from generate_series(1, ${customers}::bigint, 4) n`,
  'vacuum analyze',
]

/** Tables that the copy to SQLite omits. Of these, the desk reads only the page views, for the funnel. */
const leftOut: ReadonlySet<string> = new Set([
  'idempotency',
  'log_page_view',
  'log_state',
  'schema_migration',
])

type Store = { readonly db: Kysely<Tables>; readonly dialect: ServerDeps['dialect'] }
type Measured = {
  readonly call: string
  readonly first: number
  readonly median: number
  readonly most: number
}

const round = (ms: number): number => Math.round(ms * 10) / 10

async function measure({ db, dialect }: Store): Promise<{ rows: Measured[]; refused: string[] }> {
  const server = await testServer({ now, dialect: 'sqlite', deps: { db, dialect } })
  const desk = await testDesk(server)
  const manager = await desk.join('manager')
  const other = await desk.join('manager', 'Other')
  const { customerId, user } = await customerOf(db, Math.floor(customers / 2))
  const rows: Measured[] = []
  const refused: string[] = []
  const time = async <N extends DeskCallName>(
    name: N,
    input: NonNullable<Parameters<typeof manager.call<N>>[1]> = {},
    title: string = name,
  ) => {
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const begun = performance.now()
      const { status } = await manager.call(name, input)
      times.push(performance.now() - begun)
      if (status !== 200) refused.push(`${title} was answered ${status}`)
    }
    const [first = 0, ...others] = times
    const sorted = others.toSorted((a, b) => a - b)
    const row = {
      call: title,
      first: round(first),
      median: round(sorted[2] ?? 0),
      most: round(sorted.at(-1) ?? 0),
    }
    rows.push(row)
    console.log(dialect, row)
  }
  const params = { id: customerId }
  const tab = '01a1f753-6480-7ac8-afd2-b24aa30ec491'
  await time('today')
  await time('toDo')
  await time('campaignNumbers')
  await time('phones')
  const searches = {
    id: customerId,
    phone: '0800050000',
    'LINE id': user.userId,
    receipt: 'R5000X1',
    name: 'สมช',
    none: 'ฮฮฮ',
  }
  for (const [what, text] of Object.entries(searches))
    await time('findCustomers', { body: { text } }, `findCustomers by ${what}`)
  await time('customer', { params })
  await time('customerTimeline', { params })
  await time('customerReceipts', { params })
  await time('reviewNext', { body: { tab, holding: [] } })
  await time('reviewHeartbeat', { body: { tab } })
  await time('reviewQueue')
  const { next } = (await manager.call('reviewQueue')).body
  if (next !== null) await time('reviewQueue', { query: { after: next } }, 'reviewQueue, next page')
  await time('reviewQueue', { query: { reason: 'same-number' } }, 'reviewQueue by reason')
  await time('reviewQueue', { query: { reason: 'phone-block' } }, 'reviewQueue, no match')
  await time('reviewQueue', { query: { held: 'yes' } }, 'reviewQueue held')
  await time('reviewChecks')
  await time('draw')
  await time('people')
  await time('approvals')
  await time('audit')
  for (const name of ['setUp', 'setUpTerms', 'setUpStores', 'setUpScreens'] as const) await time(name)
  const changes = {
    dates: { kind: 'rules', set: { closesAt: now + 40 * DAY_MS } },
    age: { kind: 'rules', set: { minAge: 30 } },
    terms: { kind: 'terms', terms: '2030-01' },
  } as const
  for (const [what, change] of Object.entries(changes)) {
    const body = { change, seen: await seenBy(manager, change) }
    await time('previewSetUp', { body }, `previewSetUp of ${what}`)
  }
  await exported()
  await server.close()
  return { rows, refused }

  /** Measures the time to the first byte and to the last byte of the largest export. */
  async function exported() {
    const input = { action: 'export-table', table: 'receipts', kind: 'xlsx', lang: 'th' } as const
    const { body } = await manager.call('askApproval', { body: { input } })
    // On SQLite, the list also contains the copied approval of the first store's export, with the same time of asking.
    const id = body.approvals.find(({ state }: { state: string }) => state === 'asked')?.id ?? ''
    await other.approve(id)
    const begun = performance.now()
    const response = await manager.send(`/desk-api/approvals/${id}/file`, {
      method: 'POST',
      headers: { Origin: desk.deps.origin, 'Content-Type': 'application/json' },
      body: '{}',
    })
    if (response.status !== 200) refused.push(`export was answered ${response.status}`)
    const first = performance.now() - begun
    let bytes = 0
    for await (const part of response.body ?? []) bytes += part.length
    const most = performance.now() - begun
    const row = {
      call: `export of receipts, ${Math.round(bytes / 1e6)} MB`,
      first: round(first),
      median: 0,
      most: round(most),
    }
    rows.push(row)
    console.log(dialect, row)
  }
}

const name = await createDatabase()
const url = databaseUrl(name)
const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
/** Uses a query timeout of one hour, because filling and copying the tables takes a long time. */
const db = openPostgres(url, { max: 1, silenceMs: HOUR_MS })
const sqlite = openSqlite(join(folder, 'campaign.db'))
try {
  await migrate(db, now)
  await seedCampaign(db, now)
  await fillCampaign(db, { customers, now }, progress)
  for (const statement of more) await sql.raw(statement).execute(db)
  const results: Record<string, Measured[]> = {}
  const refused: string[] = []
  const run = async (store: Store) => {
    const measured = await measure(store)
    results[store.dialect] = measured.rows
    refused.push(...measured.refused)
  }
  await run({ db, dialect: 'postgres' })
  if (values.store !== 'postgres') {
    await migrate(sqlite, now)
    await sql`pragma synchronous = off`.execute(sqlite)
    for (const table of copiedTables) if (!leftOut.has(table)) await fill(db, sqlite, table, () => undefined)
    await sql`analyze`.execute(sqlite)
    await run({ db: sqlite, dialect: 'sqlite' })
  }
  for (const [store, rows] of Object.entries(results)) {
    console.log(store)
    console.table(rows)
  }
  for (const line of refused) console.error(line)
  if (refused.length > 0) process.exitCode = 1
} finally {
  await db.destroy()
  await sqlite.destroy()
  await dropDatabase(name)
  await rm(folder, { recursive: true, force: true })
}
