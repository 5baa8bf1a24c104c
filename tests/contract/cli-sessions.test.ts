import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Progress } from '#server/cli/terminal-types.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, rowOf, testServer } from '#tests/kit/server.ts'

let second: string
const server = eachTest(testServer)
const run = organiser(server)
const who = eachTest(() => server.signIn())
beforeEach(async () => {
  server.clock.advance(1000)
  second = (await server.signIn(who.user)).token
})

const statuses = (...tokens: string[]) =>
  Promise.all(tokens.map(async token => (await server.call('getCustomer', { token })).status))
const listed = async () => JSON.parse((await run('sessions', 'list', '0800000001', '--json')).out)

test('lists the sessions of one customer without their tokens, and ends one of them', async () => {
  await server.signIn()
  const [newest, oldest] = await listed()
  expect([newest.state, oldest.state, (await listed()).length]).toEqual(['live', 'live', 2])
  expect((await run('sessions', 'list', who.customerId)).out).not.toContain(who.token)
  expect((await run('sessions', 'end', who.customerId, newest.id)).out).toBe('Ended 1 sessions.')
  expect(await statuses(who.token, second)).toEqual([200, 401])
  expect((await listed()).map((one: { state: string }) => one.state)).toEqual(['ended', 'live'])
  expect((await run('sessions', 'end', who.customerId, newest.id)).err).toContain('no session')
})

test('ends all sessions of a customer, or of everyone; a dry run ends none', async () => {
  const other = await server.signIn()
  expect((await run('sessions', 'end', who.customerId, '--dry-run')).out).toContain('Would end 2 sessions')
  expect(await statuses(who.token, second)).toEqual([200, 200])
  await run('sessions', 'end', who.customerId)
  expect(await statuses(who.token, second, other.token)).toEqual([401, 401, 200])
  expect((await run('sessions', 'end', '--everyone')).out).toBe('Ended 1 sessions.')
  expect(await statuses(other.token)).toEqual([401])
})

test('needs either a customer or --everyone, and does not end the session of another customer', async () => {
  const other = await server.signIn()
  const [{ id }] = await listed()
  for (const words of [[], ['0800000001', '--everyone']])
    expect((await run('sessions', 'end', ...words)).err).toContain('either a customer or --everyone')
  expect((await run('sessions', 'end', other.customerId, id)).code).toBe(1)
  expect(await statuses(second)).toEqual([200])
})

test('ends the sessions of everyone in batches with progress, and leaves those that have ended', async () => {
  const [{ id }] = await listed()
  await run('sessions', 'end', who.customerId, id)
  const { revoked_at } = await rowOf(server, 'session', { id })
  await sql`insert into session (id, token_hash, customer_id, created_at, used_at, expires_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
    select 's' || i, 't' || i, ${who.customerId}, 1, 1, ${server.clock.now() + 1e9} from n`.execute(server.db)
  server.clock.advance(1000)
  const steps: number[] = []
  const progress: Progress = () => ({ step: count => void steps.push(count), end: () => undefined })
  const { out } = await organiser(server, [], { progress })('sessions', 'end', '--everyone')
  expect([out, steps]).toEqual(['Ended 12001 sessions.', [5000, 5000, 2001]])
  const open = await server.db.selectFrom('session').select('id').where('revoked_at', 'is', null).execute()
  expect(open).toEqual([])
  const first = await server.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()
  expect(first).toMatchObject({ revoked_at })
})
