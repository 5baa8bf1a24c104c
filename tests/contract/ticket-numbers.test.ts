import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { approveReceipt, voidReceipt } from '#server/campaign/receipts/review.ts'
import { migrate } from '#server/store/migrate.ts'
import { migrations } from '#server/store/migrations/list.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { Database, sqliteOn } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { ticketHolders } from '#tests/kit/draw.ts'
import { createDatabase, databaseUrl, dropDatabase } from '#tests/kit/postgres.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { eachTest, insert, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)

const approve = (id: string) =>
  inTransaction(server.db, trx => approveReceipt(trx, id, server.clock.now(), server.deps.random))
const tickets = () => server.db.selectFrom('ticket').selectAll().orderBy('no').execute()

test('20 approvals at once give every ticket its own number', async () => {
  const ids: string[] = []
  for (let index = 0; index < 20; index += 1)
    ids.push((await sendReceipt(server, await server.signIn())).body.id)
  const before = (await tickets()).length
  const counts = await Promise.all(ids.map(approve))
  const all = await tickets()
  expect(all).toHaveLength(before + counts.reduce((sum, count) => sum + count, 0))
  expect(all.every(({ no }) => Number.isInteger(no) && no > 0)).toBe(true)
  expect(new Set(all.map(({ no }) => no)).size).toBe(all.length)
})

test('a void ticket keeps its number, and no later ticket gets it', async () => {
  const who = await server.signIn()
  const first = (await sendReceipt(server, who)).body.id
  const second = (await sendReceipt(server, who)).body.id
  await approve(first)
  const given = await tickets()
  await voidReceipt(server.db, first, null, server.clock.now())
  await approve(second)
  const after = await tickets()
  expect(after.filter(({ source_id }) => source_id === first).map(({ no }) => no)).toEqual(
    given.filter(({ source_id }) => source_id === first).map(({ no }) => no),
  )
  const highest = Math.max(...given.map(({ no }) => no))
  for (const ticket of after.filter(({ source_id }) => source_id === second))
    expect(ticket.no).toBeGreaterThan(highest)
})

test('no ticket gets the number of a deleted one', async () => {
  await ticketHolders(server, [3])
  const given = (await tickets()).map(({ no }) => no)
  await server.db.deleteFrom('ticket').execute()
  await ticketHolders(server, [2])
  for (const { no } of await tickets()) expect(no).toBeGreaterThan(Math.max(...given))
})

test('a server of the previous release, which inserts tickets without a number, gets numbers too', async () => {
  await ticketHolders(server, [3, 2])
  const all = await tickets()
  expect(new Set(all.map(({ no }) => no)).size).toBe(5)
})

test('the migration numbers existing tickets in the order of their creation, and later ones continue', async () =>
  await withEmptyDatabase(async db => {
    await migrate(db, 1, { steps: migrations.filter(({ version }) => version <= 5) })
    const row = (n: number) => ({
      id: `01920000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      customer_id: 'c',
      source: 'receipt' as const,
      source_id: 'r',
      seq: n,
      state: n === 2 ? ('void' as const) : ('valid' as const),
      created_at: n,
    })
    await insert({ db }, 'ticket', [3, 1, 2].map(row))
    await migrate(db, 2)
    await insert({ db }, 'ticket', [5, 4].map(row))
    const numbered = await db.selectFrom('ticket').select(['seq', 'no']).orderBy('no').execute()
    expect(numbered).toEqual([
      { seq: 1, no: 1 },
      { seq: 2, no: 2 },
      { seq: 3, no: 3 },
      { seq: 5, no: 4 },
      { seq: 4, no: 5 },
    ])
  }))

async function withEmptyDatabase(run: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  const name = testDialect === 'postgres' ? await createDatabase() : null
  const db = name === null ? sqliteOn(new Database(':memory:')) : openPostgres(databaseUrl(name))
  try {
    await run(db)
  } finally {
    await db.destroy()
    if (name !== null) await dropDatabase(name)
  }
}
