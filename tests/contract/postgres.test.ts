import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { requireNotRevoked, revokeSessions } from '#server/auth/sessions.ts'
import { seedCampaign } from '#server/data/seed.ts'
import { sharedRateLimit } from '#server/http/rate-buckets.ts'
import { isDatabaseDown } from '#server/store/failure.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { NOON } from '#tests/kit/noon.ts'
import {
  createDatabase,
  cutConnections,
  databaseUrl,
  dropDatabase,
  lockWaits,
  TEST_DATABASE_URL,
} from '#tests/kit/postgres.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { addressOf } from '#tests/kit/seeded-postgres.ts'
import { rowOf, rowsOf, type SignedIn, testServer } from '#tests/kit/server.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

/** Runs a test with its own database and three connection pools, like three processes. */
async function withPools(run: (pools: ReturnType<typeof openPostgres>[]) => Promise<void>): Promise<void> {
  const name = await createDatabase()
  const pools = Array.from({ length: 3 }, () => openPostgres(databaseUrl(name), { max: 4 }))
  try {
    await run(pools)
  } finally {
    for (const pool of pools) await pool.destroy()
    await dropDatabase(name)
  }
}

describe.runIf(testDialect === 'postgres' && TEST_DATABASE_URL)('on PostgreSQL', () => {
  test('processes that start together on an empty database create the schema and the campaign once', async () =>
    await withPools(async pools => {
      const applied = await Promise.all(pools.map(db => migrate(db, NOON)))
      expect(applied.filter(names => names.length > 0)).toHaveLength(1)
      await Promise.all(pools.map(db => seedCampaign(db, NOON)))
      const [db] = pools
      expect(await db?.selectFrom('campaign').select('id').execute()).toHaveLength(1)
      expect(await db?.selectFrom('subdistrict').select('id').execute()).toHaveLength(7475)
    }))

  test('returns 64-bit integers, sums and counts as numbers', async () => {
    const server = await testServer()
    await server.signIn()
    const { created_at } = await rowOf(server, 'customer')
    expect(created_at).toBe(NOON)
    const counted = await server.db
      .selectFrom('customer')
      .select(eb => [eb.fn.countAll().as('count'), eb.fn.sum('created_at').as('sum')])
      .executeTakeFirstOrThrow()
    expect(counted).toEqual({ count: 1, sum: NOON })
  })

  test('runs a transaction again after a deadlock, and both transactions take effect', async () => {
    const server = await testServer()
    const [a, b] = [await server.signIn(), await server.signIn()]
    const touch = (db: typeof server.db, id: string) =>
      db
        .updateTable('customer')
        .set(eb => ({ version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    let runs = 0
    let firstHeld = 0
    const [gate, bothHold] = untilCalled()
    const cross = (first: string, second: string) =>
      inTransaction(server.db, async trx => {
        runs += 1
        await touch(trx, first)
        firstHeld += 1
        if (firstHeld === 2) bothHold()
        await gate
        await touch(trx, second)
      })
    await Promise.all([cross(a.customerId, b.customerId), cross(b.customerId, a.customerId)])
    // At least three runs: the transaction that was rolled back may restart fast enough to collide again.
    expect(runs).toBeGreaterThanOrEqual(3)
    const versions = await server.db.selectFrom('customer').select('version').execute()
    expect(versions).toEqual([{ version: 4 }, { version: 4 }])
  })

  test('the end of a customer’s session waits until the transaction of its call has ended', async () => {
    const server = await testServer()
    const who = await server.signIn()
    const { id } = await rowOf(server, 'session')
    let ended = false
    let ending: Promise<unknown> | undefined
    await inTransaction(server.db, async trx => {
      await requireNotRevoked(trx, { sessionId: id }, { lock: true })
      ending = revokeSessions(server.db, who, server.clock.now()).then(() => {
        ended = true
      })
      await expect.poll(async () => ended || (await lockWaits(server.db)) > 0).toBe(true)
      expect(ended).toBe(false)
    })
    await ending
    await expect(requireNotRevoked(server.db, { sessionId: id }, { lock: true })).rejects.toThrow()
  })

  test('a rate-limit bucket shared by processes gives each token once', async () => {
    const server = await testServer()
    const limits = [1, 2, 3].map(() => sharedRateLimit(server.db, server.clock))
    const taken = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => limits[index % 3]?.take('ip:10.0.0.1', 10)),
    )
    expect(taken.filter(one => one.status === 'fulfilled')).toHaveLength(10)
    const rows = await rowsOf(server, 'rate_bucket')
    expect(JSON.stringify(rows)).not.toContain('10.0.0.1')
  })

  test('answers 503 if the database is unreachable', async () => {
    const gone = openPostgres('postgres://nobody@127.0.0.1:1/none')
    const server = await testServer({ deps: { db: gone } })
    for (const answer of [await server.call('readyz'), await server.call('activity')])
      expect([answer.status, answer.error.error]).toEqual([503, 'UNAVAILABLE'])
    await gone.destroy()
  })

  test('broken connections give 503 or complete the call, never half of it, and the next calls work', async () => {
    const server = await testServer()
    const customers = await Promise.all(Array.from({ length: 12 }, () => server.signIn()))
    const events: string[] = []
    const write = async ({ token, customerId }: SignedIn) => {
      const eventId = crypto.randomUUID()
      const key = crypto.randomUUID()
      const body = { customerId, path: '/', eventId }
      const view = await server.call('logPageView', { token, body })
      if (view.status === 200) events.push(eventId)
      const put = await server.call('putCustomer', { token, key, body: { firstName: 'ขาด' } })
      return [view.status, put.status]
    }
    const others = Promise.all(
      Array.from({ length: 6 }, () => customers)
        .flat()
        .map(write),
    )
    for (let round = 0; round < 5; round++) {
      await new Promise(resolve => setTimeout(resolve, 20))
      await cutConnections(addressOf(server.db))
    }
    const statuses = (await others).flat()
    expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
    const after = await Promise.all(customers.map(write))
    expect(new Set(after.flat())).toEqual(new Set([200]))
    const rows = await server.db.selectFrom('log_page_view').select('event_id').execute()
    const stored = new Set(rows.map(row => row.event_id))
    expect(events.filter(id => !stored.has(id))).toEqual([])
    const open = await rowsOf(server, 'idempotency', { body: null })
    expect(open).toEqual([])
  })

  test('replaces a silent connection', async () => {
    const server = await testServer()
    const { hostname, port, pathname } = new URL(addressOf(server.db))
    let silent = false
    // A proxy in front of the database. Once it is silent, old connections get no more data, but new
    // connections work.
    const wire = createServer(incoming => {
      const outgoing = connect(Number(port || 5432), hostname)
      incoming.on('data', data => void outgoing.write(data))
      outgoing.on('data', data => void (silent && old.has(incoming) ? undefined : incoming.write(data)))
      for (const end of [incoming, outgoing]) end.on('error', () => undefined)
      incoming.on('close', () => outgoing.destroy())
      outgoing.on('close', () => incoming.destroy())
      all.add(incoming)
    })
    const all = new Set<Socket>()
    let old = new Set<Socket>()
    await new Promise<void>(resolve => wire.listen(0, '127.0.0.1', resolve))
    const through = new URL(addressOf(server.db))
    through.host = `127.0.0.1:${(wire.address() as AddressInfo).port}`
    through.pathname = pathname
    const db = openPostgres(through.href, { max: 2, silenceMs: 1000 })
    const look = () => db.selectFrom('campaign').select('id').execute()
    await Promise.all([look(), look()])
    old = new Set(all)
    silent = true
    const lost = await Promise.allSettled([look(), look()])
    expect(lost.map(one => one.status === 'rejected' && isDatabaseDown(one.reason))).toEqual([true, true])
    await expect.poll(() => look().catch(() => []), { timeout: 20_000 }).toHaveLength(1)
    await expect.poll(() => [...old].filter(socket => !socket.destroyed), { timeout: 20_000 }).toEqual([])
    await db.destroy()
    wire.close()
  })
})
