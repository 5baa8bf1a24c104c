import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import type { Progress } from '#server/cli/terminal-types.ts'
import { countOf } from '#server/store/count.ts'
import type { Tables } from '#server/store/tables.ts'
import { rowOf } from './rows.ts'
import type { Session } from './server.ts'

/** Rows per customer in these tables, the same for small and large campaigns. */
const RECEIPTS = 3
const STATES = 2
const PAGE_VIEWS = 18

/** Customers per INSERT statement. Each statement takes only seconds, so the progress bar keeps moving. */
const CHUNK = 20_000

type Size = { readonly customers: number; readonly now: number }

/** Returns the session of customer `n` (counted from 1) of a filled campaign. */
export async function customerOf(db: Kysely<Tables>, n: number): Promise<Session> {
  const userId = `U${n.toString(16).padStart(32, '0')}`
  const { customer_id } = await rowOf({ db }, 'line_identity', { line_user_id: userId })
  const token = String(n).padStart(43, 'k')
  return { token, customerId: customer_id, user: { userId, displayName: 'ลูกค้า' } }
}

/**
 * Returns the SQL that defines this connection's functions. `uid` returns an id that sorts by time within a kind, and
 * `born` returns the time when customer `n` joined.
 */
const functions = ({ customers, now }: Size) => `
  create function pg_temp.uid(kind text, at bigint, n bigint) returns text language sql immutable as $$
    select substr(lpad(to_hex(at), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(at), 12, '0'), 9, 4)
      || '-7' || kind || '-8000-' || lpad(to_hex(n), 12, '0') $$;
  create function pg_temp.born(n bigint) returns bigint language sql immutable as $$
    select ${now - 20 * DAY_MS} + n * ${19 * DAY_MS} / ${customers} $$;
  create function pg_temp.who(n bigint) returns text language sql immutable as $$
    select pg_temp.uid('001', pg_temp.born(n), n) $$;
  create function pg_temp.hash(t text) returns text language sql immutable as $$
    select encode(sha256(t::bytea), 'hex') $$;`

/** The SELECT that generates each table's rows. `n` numbers the customers, and `k` numbers the rows of one customer. */
const perCustomer: Readonly<Partial<Record<keyof Tables, string>>> = {
  customer: `(id, line_user_id, line_display_name, status, first_name, last_name, phone, birth_date, gender,
      address_line, province_id, district_id, subdistrict_id, postal_code, version, created_at, updated_at)
    select pg_temp.who(n), 'U' || lpad(to_hex(n), 32, '0'), 'ลูกค้า', 'registered', 'สมชาย', 'ใจดี',
      '+668' || lpad(n::text, 8, '0'), '1990-05-17', 'male', '99/1 ถนนหน้าพระลาน', 10, 1001, 100101, '10200', 1,
      pg_temp.born(n), pg_temp.born(n) from c`,
  line_identity: `select 'U' || lpad(to_hex(n), 32, '0'), pg_temp.who(n) from c`,
  phone_claim: `select '+668' || lpad(n::text, 8, '0'), pg_temp.who(n) from c`,
  consent: `select pg_temp.uid('00' || (k + 1), pg_temp.born(n), n), pg_temp.who(n),
      case k when 1 then 'terms' else 'privacy' end, '2026-11', 1, pg_temp.born(n) from c, generate_series(1, 2) k`,
  session: `select pg_temp.uid('004', pg_temp.born(n), n), pg_temp.hash(lpad(n::text, 43, 'k')), pg_temp.who(n),
      NOW, NOW, NOW + ${30 * DAY_MS}, null from c`,
  login_seen: `(session_id, token_hash, customer_id, at)
    select pg_temp.uid('004', pg_temp.born(n), n), lpad(to_hex(n), 16, '0'), pg_temp.who(n), pg_temp.born(n) from c`,
  reward: `(id, customer_id, draw_state, qr_secret, pin_failures, version, created_at, updated_at)
    select pg_temp.uid('005', pg_temp.born(n), n), pg_temp.who(n), 'none', 'q', 0, 1, pg_temp.born(n),
      pg_temp.born(n) from c`,
  answer: `select pg_temp.uid('006', pg_temp.born(n), n), pg_temp.who(n), 'an earlier question', 'เพราะชอบ',
      pg_temp.born(n), pg_temp.born(n) from c`,
  image: `select pg_temp.hash('photo ' || n || ' ' || k), pg_temp.who(n), 200000, 1200, 1600, 'image/jpeg',
      pg_temp.born(n) + k, repeat(pg_temp.hash('picture ' || n || ' ' || k), 4), n * 7919 % 1048576,
      n * 6101 % 1048576, n * 5003 % 1048576, n * 4001 % 1048576, n * 3001 % 1048576, pg_temp.born(n) from c, generate_series(1, ${RECEIPTS}) k`,
  receipt: `select pg_temp.uid('01' || k, pg_temp.born(n), n), pg_temp.who(n), 1 + n % STORES, 'R' || n || 'X' || k,
      15000, pg_temp.born(n), case when k < 3 then 'approved' when n % 50 = 0 then 'pending' else 'rejected' end,
      case when k = 3 and n % 50 > 0 then 'BLURRY' end, null, 0, 1,
      to_char(to_timestamp(pg_temp.born(n) / 1000) at time zone 'Asia/Bangkok', 'YYYY-MM-DD'),
      pg_temp.born(n) + k, pg_temp.born(n) + k, null from c, generate_series(1, ${RECEIPTS}) k`,
  receipt_image: `select pg_temp.uid('01' || k, pg_temp.born(n), n), pg_temp.who(n), 0,
      pg_temp.hash('photo ' || n || ' ' || k) from c, generate_series(1, ${RECEIPTS}) k`,
  receipt_claim: `select 1 + n % STORES, 'R' || n || 'X' || k, pg_temp.uid('01' || k, pg_temp.born(n), n), pg_temp.who(n)
    from c, generate_series(1, 2) k`,
  idempotency: `select pg_temp.who(n), pg_temp.uid('01' || k, pg_temp.born(n), n), 'createReceipt',
      pg_temp.hash('body ' || n || ' ' || k), 200, repeat('x', 400), pg_temp.born(n) + k
    from c, generate_series(1, ${RECEIPTS}) k`,
  ticket: `select pg_temp.uid('02' || k, pg_temp.born(n), n), pg_temp.who(n),
      case k when 0 then 'welcome' else 'receipt' end,
      case k when 0 then pg_temp.who(n) else pg_temp.uid('01' || k, pg_temp.born(n), n) end, 0, 'valid',
      pg_temp.born(n) + k from c, generate_series(0, 2) k`,
  log_state: `select pg_temp.uid('03' || k, pg_temp.born(n), n), pg_temp.who(n), 'poster', 'android',
      pg_temp.born(n) + k, pg_temp.born(n) + k from c, generate_series(1, ${STATES}) k`,
  log_page_view: `select pg_temp.uid('1' || lpad(k::text, 2, '0'), pg_temp.born(n), n), pg_temp.who(n),
      (array['/', '/receipt', '/receiptHistory', '/profile'])[1 + k % 4], pg_temp.born(n) + k * 60000,
      pg_temp.born(n) + k * 60000 from c, generate_series(1, ${PAGE_VIEWS}) k`,
}

/** Rows per customer in the filled tables that have more than one. */
const rowsEach: Readonly<Partial<Record<keyof Tables, number>>> = {
  consent: 2,
  image: RECEIPTS,
  receipt: RECEIPTS,
  receipt_image: RECEIPTS,
  receipt_claim: 2,
  idempotency: RECEIPTS,
  ticket: 3,
  log_state: STATES,
  log_page_view: PAGE_VIEWS,
}

/** The tables that grow with the number of customers. */
export const growing = Object.keys(perCustomer) as readonly (keyof Tables)[]

/**
 * Fills a migrated PostgreSQL database. `db` must be a single connection. Drops each table's indexes before the table
 * is filled, and recreates them afterwards.
 */
export async function fillCampaign(db: Kysely<Tables>, size: Size, progress: Progress): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('set statement_timeout = 0')
  await run('set synchronous_commit = off')
  await run(`set maintenance_work_mem = '512MB'`)
  await run(functions(size))
  // Store ids start at 1. A receipt whose store does not exist has no review card.
  const stores = await countOf(db.selectFrom('store'))
  for (const table of growing) {
    const rows = size.customers * (rowsEach[table] ?? 1)
    const rebuild = await dropIndexes(db, table)
    const bar = progress(table.padEnd(14), rows)
    for (let first = 1; first <= size.customers; first += CHUNK) {
      const last = Math.min(size.customers, first + CHUNK - 1)
      const select = (perCustomer[table] ?? '')
        .replaceAll('NOW', String(size.now))
        .replaceAll('STORES', String(stores))
      await run(`with c as (select generate_series(${first}, ${last})::bigint as n)
        insert into ${table} ${select}`)
      bar.step((last - first + 1) * (rowsEach[table] ?? 1))
    }
    for (const statement of rebuild) await run(statement)
    await run(`analyze ${table}`)
    bar.end()
  }
  await untilIndexesAreUsed(db)
}

/** Waits until PostgreSQL uses the new indexes. It ignores them while an older transaction is open in the cluster. */
async function untilIndexesAreUsed(db: Kysely<Tables>): Promise<void> {
  const waiting = sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indcheckxmin
      and xmin::text::bigint >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint % 4294967296`
  for (;;) {
    const { rows } = await waiting.execute(db)
    if (rows.length === 0) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Drops a table's primary key, unique constraints and indexes. Returns the statements that recreate them. */
async function dropIndexes(db: Kysely<Tables>, table: string): Promise<string[]> {
  const constraints = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype in ('p', 'u')`.execute(db)
  const indexes = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of constraints.rows)
    await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(db)
  for (const { name } of indexes.rows) await sql.raw(`drop index ${name}`).execute(db)
  return [
    ...constraints.rows.map(one => `alter table ${table} add constraint "${one.name}" ${one.definition}`),
    ...indexes.rows.map(one => one.definition),
  ]
}
