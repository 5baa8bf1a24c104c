import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { verifyAudit } from '#server/audit/log.ts'
import { seedCampaign } from '#server/data/seed.ts'
import { sealSqlite } from '#server/store/copy/seal.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { Database, sqliteOn } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { countRows, newKey, sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { ticketHolders } from '#tests/kit/draw.ts'
import { createDatabase, databaseUrl, dropDatabase, TEST_DATABASE_URL } from '#tests/kit/postgres.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'
import { unlimited } from '#tests/kit/unlimited.ts'

const copies = TEST_DATABASE_URL !== undefined && testDialect === 'sqlite'

describe.runIf(copies)('db copy', () => {
  let server: TestServer
  let me: SignedIn
  let name: string
  let url: string
  let target: Kysely<Tables>
  let run: ReturnType<typeof organiser>
  beforeEach(async () => {
    server = await testServer()
    me = await server.signIn()
    await sendReceipt(server, me)
    await me.call('createReward', { body: {} })
    run = organiser(server)
    name = await createDatabase()
    url = databaseUrl(name)
    target = openPostgres(url)
  })
  afterEach(async () => {
    await target.destroy()
    await dropDatabase(name)
    await server.close()
  })

  const tables = async () => (await target.introspection.getTables()).map(table => table.name)
  const view = (token: string) =>
    server.call('logPageView', { token, body: { customerId: me.customerId, path: '/' } })

  test('moves all data: the new database gives the same responses, including sessions and replays', async () => {
    await ticketHolders(server, [3])
    const key = newKey()
    const put = { token: me.token, key, body: { firstName: 'ย้าย' } }
    const before = await server.call('putCustomer', put)
    const reward = await me.call('getReward')
    const receipts = await me.call('receiptHistory')
    const { code, out, err } = await run('db', 'copy', url)
    expect([code, err, out]).toEqual([0, '', expect.stringContaining('row counts and hashes match')])

    const moved = createApp({ ...server.deps, db: target, dialect: 'postgres' }, { rateLimit: unlimited })
    const ask = async (method: string, path: string, more: RequestInit = {}) => {
      const headers = { Authorization: `Bearer ${me.token}`, ...more.headers }
      const request = new Request(`https://campaign.example${path}`, { ...more, method, headers })
      return (await moved.fetch(request)).text()
    }
    expect(await ask('GET', '/api/reward')).toBe(reward.text)
    expect(await ask('GET', '/api/receipt/customerHistory')).toBe(receipts.text)
    const headers = { 'Idempotency-Key': key, 'Content-Type': 'application/json' }
    expect(await ask('PUT', '/api/customer', { headers, body: JSON.stringify(put.body) })).toBe(before.text)
    expect(await verifyAudit(target)).toMatchObject({ brokenAt: null })
    // The new database continues the sequence of ticket numbers.
    const last = await server.db
      .selectFrom('ticket')
      .selectAll()
      .orderBy('no', 'desc')
      .executeTakeFirstOrThrow()
    const { no: _, ...ticket } = { ...last, id: crypto.randomUUID(), seq: 99 }
    await target.insertInto('ticket').values(ticket).execute()
    const next = await target.selectFrom('ticket').select('no').where('seq', '=', 99).executeTakeFirst()
    expect(next?.no).toBe(last.no + 1)
  })

  test('leaves the old database read-only: writes get 503 until the server has moved', async () => {
    await run('db', 'copy', url)
    const write = await me.call('putCustomer', { body: { firstName: 'สาย' } })
    expect([write.status, write.error.error]).toEqual([503, 'UNAVAILABLE'])
    expect((await view(me.token)).status).toBe(503)
    expect((await me.call('getCustomer')).status).toBe(200)
    const again = await run('db', 'copy', url)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('has already been moved')])
    expect((await run('db', 'reopen')).code).toBe(0)
    expect((await view(me.token)).status).toBe(200)
  })

  test('copies every write accepted during the copy exactly once', async () => {
    let copied = false
    const acknowledged: string[] = []
    const writing = (async () => {
      while (!copied) {
        const eventId = crypto.randomUUID()
        const body = { customerId: me.customerId, path: '/', eventId }
        const { status } = await me.call('logPageView', { body })
        if (status === 200) acknowledged.push(eventId)
        await new Promise(resolve => setTimeout(resolve, 2))
      }
    })()
    const { code, err } = await run('db', 'copy', url)
    copied = true
    await writing
    expect([code, err]).toEqual([0, ''])
    const there = await target.selectFrom('log_page_view').select('event_id').execute()
    expect(there.map(row => row.event_id).toSorted()).toEqual(acknowledged.toSorted())
    expect(acknowledged.length).toBeGreaterThan(0)
  })

  test('previews the copy in a dry run without changing either database', async () => {
    const { code, out } = await run('db', 'copy', url, '--dry-run')
    expect([code, out]).toEqual([0, expect.stringContaining('which is empty')])
    expect(await tables()).toEqual([])
    expect((await view(me.token)).status).toBe(200)
  })

  test('refuses a target that already contains a campaign', async () => {
    await migrate(target, server.clock.now())
    await seedCampaign(target, server.clock.now())
    const { code, err } = await run('db', 'copy', url)
    expect([code, err]).toEqual([1, expect.stringContaining('already contains a campaign')])
    expect((await view(me.token)).status).toBe(200)
  })

  test('keeps the old database writable after a failed copy, blocks servers on the unfinished one, and can be repeated', async () => {
    await target.schema.createTable('schema_migration').addColumn('version', 'integer').execute()
    const broken = await run('db', 'copy', url)
    expect(broken.code).toBe(1)
    expect((await view(me.token)).status).toBe(200)
    await target.schema.dropTable('schema_migration').execute()

    await migrate(target, 1)
    await target
      .insertInto('schema_migration')
      .values({ version: 1_000_000, name: 'copy unfinished', applied_at: 1 })
      .execute()
    await expect(migrate(target, 2)).rejects.toThrow('unfinished copy')
    expect((await run('db', 'copy', url)).code).toBe(0)
    expect(await migrate(target, 3)).toEqual([])
    const rows = await target.selectFrom('receipt').selectAll().execute()
    expect(rows).toHaveLength(await countRows(server, 'receipt'))
  })

  test('finishes a copy that was killed after it sealed the old database', async () => {
    await migrate(target, 1)
    const marker = { version: 1_000_000, name: 'copy unfinished', applied_at: 1 }
    await target.insertInto('schema_migration').values(marker).execute()
    await sealSqlite(server.db)
    expect((await view(me.token)).status).toBe(503)
    const { code, err, out } = await run('db', 'copy', url)
    expect([code, err, out]).toEqual([0, '', expect.stringContaining('row counts and hashes match')])
    expect((await view(me.token)).status).toBe(503)
    expect(await migrate(target, 2)).toEqual([])
    const rows = await target.selectFrom('receipt').selectAll().execute()
    expect(rows).toHaveLength(await countRows(server, 'receipt'))
  })

  test('names an unreachable address without its password', async () => {
    const { code, err } = await run('db', 'copy', 'postgres://me:hunter2@127.0.0.1:1/none')
    expect([code, err]).toEqual([1, expect.stringContaining('127.0.0.1/none')])
    expect(err).not.toContain('hunter2')
    expect((await run('db', 'copy', 'mysql://x/y')).code).toBe(1)
  })
})

test.runIf(testDialect === 'postgres')(
  'db copy refuses a campaign that already uses PostgreSQL',
  async () => {
    const server = await testServer()
    const { code, err } = await organiser(server)('db', 'copy', 'postgres://127.0.0.1:1/none')
    expect([code, err]).toEqual([1, expect.stringContaining('already uses PostgreSQL')])
  },
)

test('the copy lists every table with its primary key', async () => {
  const { copiedTables, primaryKeys } = await import('#server/store/copy/tables.ts')
  const database = new Database(':memory:')
  const db = sqliteOn(database)
  await migrate(db, 1)
  const made = (await db.introspection.getTables()).map(table => table.name)
  expect(made.toSorted()).toEqual(
    [...copiedTables, 'rate_bucket', 'schema_migration', 'ticket_counter'].toSorted(),
  )
  for (const table of copiedTables) {
    const columns = database.pragma(`table_info(${table})`) as { name: string; pk: number }[]
    const key = columns.filter(column => column.pk > 0).toSorted((a, b) => a.pk - b.pk)
    expect([table, key.map(column => column.name)]).toEqual([table, primaryKeys[table]])
  }
  await db.destroy()
})
