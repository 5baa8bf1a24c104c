import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { createSession } from '#server/auth/sessions.ts'
import type { ServerDeps } from '#server/deps.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { createDatabase, databaseUrl, dropDatabase } from './postgres.ts'
import { seedTestCampaign } from './test-campaign.ts'

const BATCH_ROWS = 500

export type Prepared = {
  readonly dialect: ServerDeps['dialect']
  /** Environment variables for a server process on this database. */
  readonly env: Readonly<Record<string, string>>
  readonly db: Kysely<Tables>
  readonly customers: readonly { readonly customerId: string; readonly token: string }[]
  readonly drop: () => Promise<void>
}

/**
 * Creates an open demo campaign with signed-in customers for server processes: in an SQLite file, or in a new database
 * on the PostgreSQL server of TEST_DATABASE_URL.
 */
export async function prepareStore(
  dialect: ServerDeps['dialect'],
  count: number,
  now = Date.now(),
): Promise<Prepared> {
  const folder = await mkdtemp(join(tmpdir(), 'prepared-'))
  const name = dialect === 'postgres' ? await createDatabase() : null
  const url = name === null ? '' : databaseUrl(name)
  const db = name === null ? openSqlite(join(folder, 'campaign.sqlite')) : openPostgres(url, { max: 2 })
  await migrate(db, now)
  await seedTestCampaign(db, now)
  await db.updateTable('campaign').set({ mode: 'open', max_receipts_per_day: 1000 }).execute()
  const customers = preparedCustomers(count)
  for (let at = 0; at < count; at += BATCH_ROWS)
    await inTransaction(db, trx => signIn(trx, customers.slice(at, at + BATCH_ROWS), now))
  return {
    dialect,
    env: { DATA_DIR: folder, ...(name === null ? {} : { DATABASE_URL: url }) },
    db,
    customers,
    async drop() {
      await db.destroy()
      if (name !== null) await dropDatabase(name)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the customers of a prepared store with their session tokens. */
export const preparedCustomers = (count: number): Prepared['customers'] =>
  Array.from({ length: count }, (_, n) => ({
    customerId: `01920000-0000-7000-8001-${n.toString(16).padStart(12, '0')}`,
    // Deterministic, so that several processes can use the same sessions.
    token: createHash('sha256').update(`session ${n}`).digest('base64url'),
  }))

/** Returns the LINE user id of a customer of a prepared store. */
export const lineUserOf = (customerId: string): string =>
  `U${customerId.slice(-32).replaceAll('-', '').padStart(32, '0')}`

async function signIn(db: Kysely<Tables>, customers: Prepared['customers'], now: number): Promise<void> {
  const rows = customers.map(({ customerId: id }) => ({
    id,
    line_user_id: lineUserOf(id),
    status: 'registered' as const,
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('customer').values(rows).execute()
  const identities = rows.map(({ id, line_user_id }) => ({ line_user_id, customer_id: id }))
  await db.insertInto('line_identity').values(identities).execute()
  for (const { customerId, token } of customers) {
    const bytes = Buffer.from(token, 'base64url')
    const random = { bytes: (length: number) => (length === bytes.length ? bytes : randomBytes(length)) }
    await createSession(db, customerId, { now, random })
  }
}
