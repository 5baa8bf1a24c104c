import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logWriterOf } from '#server/store/log-writer.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'
import { withoutTable } from '#tests/kit/without-table.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

const id = () => crypto.randomUUID()
const at = '2026-11-20T12:00:00+07:00'
const states = () => rowsOf(server, 'log_state')
const views = () => rowsOf(server, 'log_page_view')

test('stores a state with its operating system', async () => {
  const body = { customerId: me.customerId, state: 'poster-7', os: 'android' }
  const { body: answer } = await me.call('logState', { body })
  expect(answer).toEqual({ logged: true })
  expect(await states()).toMatchObject([
    { customer_id: me.customerId, state: 'poster-7', os: 'android', received_at: server.clock.now() },
  ])
})

test('stores a page view without its query and hash', async () => {
  const body = { customerId: me.customerId, path: '/receipt/7?code=secret#access_token=x', at }
  await me.call('logPageView', { body })
  expect(await views()).toMatchObject([{ path: '/receipt/7', at: Date.parse(at) }])
})

test('stores an event once that is sent twice, with or without a key', async () => {
  const eventId = id()
  const body = { customerId: me.customerId, path: '/', eventId }
  for (const key of [id(), id()]) {
    const called = await me.call('logPageView', { body, key })
    expect([called.status, called.headers.get('idempotency-key')]).toEqual([200, key])
  }
  expect(await views()).toHaveLength(1)
})

test("refuses events with another customer's id", async () => {
  const other = await server.signIn()
  const body = { customerId: other.customerId, path: '/', state: 'x', os: 'web' }
  const { state, os, ...view } = body
  const { path, ...first } = body
  for (const called of [
    await me.call('logPageView', { body: view }),
    await me.call('logState', { body: first }),
  ])
    expect([called.status, called.error.error]).toEqual([403, 'FORBIDDEN'])
  expect([await states(), await views()]).toEqual([[], []])
})

test('counts new and repeated events of a batch', async () => {
  const event = () => ({ kind: 'pageview', eventId: id(), at, path: '/' })
  const state = { kind: 'state', eventId: id(), at, state: '', os: 'ios' }
  const [a, b, c] = [event(), event(), event()]
  const send = (events: unknown[]) => me.call('logBatch', { body: { events } })
  expect((await send([a, b, state, a])).body).toEqual({ accepted: 3, duplicates: 1 })
  expect((await send([b, c, state])).body).toEqual({ accepted: 1, duplicates: 2 })
  expect([await views(), await states()].map(rows => rows.length)).toEqual([3, 1])
})

test('stores the same event id of two customers as two events', async () => {
  const other = await server.signIn()
  const event = { kind: 'pageview', eventId: id(), at, path: '/' }
  for (const { token } of [me, other]) {
    const { body } = await server.call('logBatch', { token, body: { events: [event] } })
    expect(body).toEqual({ accepted: 1, duplicates: 0 })
  }
})

test('stores each event once from concurrent batches with common events', async () => {
  const events = Array.from({ length: 40 }, () => ({ kind: 'pageview', eventId: id(), at, path: '/' }))
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      me.call('logBatch', {
        body: { events: events.slice(index % 20, (index % 20) + 20) },
      }),
    ),
  )
  expect(answers.every(one => one.status === 200)).toBe(true)
  const kept = await views()
  expect(kept).toHaveLength(39)
  expect(answers.reduce((sum, one) => sum + one.body.accepted, 0)).toBe(kept.length)
})

test('names an invalid event by its index', async () => {
  const good = { kind: 'pageview', eventId: id(), at, path: '/' }
  const send = async (events: unknown) => {
    const { status, error } = await me.call('logBatch', { body: { events } })
    return [status, error.fields?.[0]?.path]
  }
  expect(await send([good, { ...good, path: 'no-slash' }])).toEqual([400, 'events.1.path'])
  expect(await send([{ ...good, at: 'yesterday' }])).toEqual([400, 'events.0.at'])
  expect(await send([{ ...good, customerId: me.customerId }])).toEqual([400, 'events.0.customerId'])
  expect(await send([])).toEqual([400, 'events'])
  expect(await send(Array.from({ length: 101 }, () => good))).toEqual([400, 'events'])
  expect(await views()).toEqual([])
})

test('needs a session, but also accepts a provisional customer’s', async () => {
  const body = { customerId: me.customerId, path: '/' }
  expect((await server.call('logPageView', { body })).error.error).toBe('UNAUTHORIZED')
  const fresh = await server.signIn(server.newUser(), { register: false })
  const own = { customerId: fresh.customerId, path: '/register' }
  expect((await fresh.call('logPageView', { body: own })).status).toBe(200)
})

test('calls that arrive during a commit share the next commit', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, () => server.signIn()))
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => customers)
      .flat()
      .map(({ token, customerId }) => server.call('logPageView', { token, body: { customerId, path: '/' } })),
  )
  expect(answers.filter(one => one.status !== 200)).toEqual([])
  expect(await views()).toHaveLength(300)
  const { calls, commits, waiting } = logWriterOf(server.db).stats()
  expect([calls, waiting]).toEqual([300, 0])
  expect(commits).toBeLessThanOrEqual(100)
  if (testDialect === 'postgres') {
    // PostgreSQL marks every row with the transaction that wrote it (xmin).
    const { rows } = await sql<{ count: number }>`
      select count(distinct xmin::text) as count from log_page_view`.execute(server.db)
    expect(rows).toEqual([{ count: commits }])
  }
})

test('a failed commit fails each of its calls, and the next commit succeeds', async () => {
  const body = { customerId: me.customerId, path: '/' }
  const view = () => me.call('logPageView', { body })
  const failed = await withoutTable(server.db, 'log_page_view', () => Promise.all([view(), view(), view()]))
  expect(failed.map(one => one.status)).toEqual([500, 500, 500])
  expect((await view()).status).toBe(200)
  expect(await views()).toHaveLength(1)
})
