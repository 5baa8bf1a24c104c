import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceMailings } from '#server/mailings/advance.ts'
import { audiencePage } from '#server/mailings/audience.ts'
import { mailingStatus } from '#server/mailings/status.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { messageCounts } from '#server/message-queue/counts.ts'
import type { Claimed } from '#server/messages/claim.ts'
import { formMulticasts, reserveMessages } from '#server/messages/form-multicasts.ts'
import { dueMulticasts, dueSingle, dueUrgent } from '#server/messages/request.ts'
import { claim } from '#server/messages/send-due.ts'
import type { Stage } from '#server/messages/stage.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { EACH, filled, fillMessages } from '#tests/kit/many-messages.ts'
import { NOON } from '#tests/kit/noon.ts'
import { explain, recordQueries } from '#tests/kit/plans.ts'
import { openSeeded, testDialect } from '#tests/kit/seeded.ts'
import { insert, type TestServer, testServer } from '#tests/kit/server.ts'

/** Number of customers with ten messages each. */
const ADDRESSEES = 10_000
/**
 * Enough customers for PostgreSQL to prefer the indexes that a million customers need. SQLite's query plans do not
 * depend on the number.
 */
const CUSTOMERS = testDialect === 'postgres' ? 150_000 : ADDRESSEES

let db: Awaited<ReturnType<typeof openSeeded>>
let server: TestServer
beforeAll(async () => {
  db = await openSeeded(NOON)
  await fillMessages(db, { customers: CUSTOMERS, addressees: ADDRESSEES, now: NOON })
  server = await testServer({ now: NOON, dialect: 'sqlite', deps: { db, dialect: testDialect } })
}, 120_000)
afterAll(async () => {
  await server.close()
  await db.destroy()
})

/** Runs a function, and returns the query plans of its statements. */
async function plansOf(run: (db: Db) => Promise<unknown>) {
  const recorder = recordQueries(db)
  const result = await run(recorder.db)
  const queries = recorder.take()
  const plans = await Promise.all(queries.map(query => explain({ db, dialect: testDialect }, query, filled)))
  const scanned = plans.flatMap((plan, index) =>
    plan.scanned.map(table => `${table}: ${queries[index]?.sql}`),
  )
  return {
    result,
    scanned,
    steps: plans.flatMap(plan => plan.steps),
    cost: Math.max(...plans.map(plan => plan.cost)),
  }
}
/** Returns true if a step of SQLite's plan uses the index and none sorts. On PostgreSQL, the tests check the cost. */
const seeks = (steps: readonly string[], index: string) =>
  testDialect === 'postgres' ||
  (steps.some(step => step.includes(index)) && !steps.some(step => step.includes('TEMP B-TREE')))

test('there are as many messages as a large mailing has', async () => {
  const counts = await messageCounts(db)
  expect(counts).toMatchObject({ waiting: 3 * ADDRESSEES + ADDRESSEES / 1000, dead: ADDRESSEES / 1000 })
  expect(await sql`select count(*) as count from message`.execute(db)).toMatchObject({
    rows: [{ count: EACH * ADDRESSEES }],
  })
})

test('a message that is sent alone is found among those that are sent together', async () => {
  const { result, scanned, steps, cost } = await plansOf(trx => dueSingle(trx, NOON))
  expect(result).toHaveLength(Math.min(20, ADDRESSEES / 1000))
  expect([scanned, seeks(steps, 'message_single_idx')]).toEqual([[], true])
  expect(cost).toBeLessThan(200)
})

test('a message with a deadline is found among those that are sent alone', async () => {
  const { scanned, steps, cost } = await plansOf(trx => dueUrgent(trx, NOON))
  expect([scanned, seeks(steps, 'message_urgent_idx')]).toEqual([[], true])
  expect(cost).toBeLessThan(200)
})

test('messages are reserved by an index, also if others of their kind wait for tomorrow', async () => {
  const { result, scanned, steps } = await plansOf(trx => reserveMessages(trx, 'not-won', NOON))
  expect((result as unknown[]).length).toBe(500)
  expect([scanned, seeks(steps, 'message_shared_idx')]).toEqual([[], true])
  const tomorrow = await plansOf(trx => reserveMessages(trx, 'coupon-expiring', NOON))
  expect([tomorrow.result, tomorrow.scanned]).toEqual([[], []])
})

test('a multicast is formed and claimed without reading a table', async () => {
  // Adds messages of a multicast, so that PostgreSQL's statistics show how rare they are.
  const multicast = { id: 'm', content: '[]', not_before: NOON, attempts: 0, retry_key: null, key_at: null }
  await insert({ db }, 'message_multicast', { ...multicast, unsure: 0, created_at: NOON })
  await db
    .updateTable('message')
    .set({ multicast_id: 'm' })
    .where('subject', '=', 'subject-9')
    .where('customer_id', '<', 'c104')
    .where('kind', '=', 'not-won')
    .execute()
  if (testDialect === 'postgres') await sql`analyze message`.execute(db)
  const [due] = await dueMulticasts(db, NOON)
  if (!due) throw new Error('No multicast is due.')
  const { result, scanned } = await plansOf(trx => claim({ ...server.deps, db: trx }, due))
  expect((result as Stage<Claimed>).next?.lineUserIds.size).toBeGreaterThan(40)
  expect(scanned.filter(text => !text.startsWith('message_multicast'))).toEqual([])
  const messaging = { accessToken: 'token', liffId: '2000000001-Campaign' }
  const formed = await plansOf(trx => formMulticasts({ ...server.deps, db: trx }, messaging))
  expect([formed.result, formed.scanned]).toEqual([500, []])
})

test('the counts of doctor, the metrics and `notify status` read an index', async () => {
  const dead = await plansOf(messageCounts)
  expect(dead.scanned).toEqual([])
  expect(seeks(dead.steps, 'message_state_not_before_idx')).toBe(true)
  await insert({ db }, 'mailing', {
    kind: 'coupon',
    subject: 'subject-7',
    state: 'done',
    due_at: 1,
    reached: '',
    enqueued: 1,
    created_at: 1,
  })
  expect((await plansOf(mailingStatus)).scanned).toEqual([])
})

test.each<Tables['mailing']['kind']>(['results', 'closing', 'coupon'])(
  'a page of the mailing "%s" is read by indexes, also in the middle',
  async kind => {
    const mailing = { kind, subject: kind === 'coupon' ? 'welcome:1' : 'subject' }
    for (const after of ['', 'c5']) {
      const { result, scanned } = await plansOf(trx => audiencePage(trx, mailing, after))
      expect((result as { addressees: unknown[] }).addressees).toHaveLength(500)
      expect(scanned).toEqual([])
    }
  },
)

test('a page is enqueued without reading a table', async () => {
  await setMessaging(db, true)
  await insert({ db }, 'mailing', {
    kind: 'closing',
    subject: 'next',
    state: 'running',
    due_at: 1,
    reached: 'c5',
    enqueued: 0,
    created_at: 1,
  })
  const { result, scanned } = await plansOf(trx => advanceMailings({ ...server.deps, db: trx }))
  expect([result, scanned]).toEqual([1, []])
})
