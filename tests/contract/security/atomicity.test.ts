import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { newKey, receiptBody, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { examples } from '#tests/kit/examples.ts'
import { failpoint } from '#tests/kit/failpoint.ts'
import { eachTest, requestOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'
import { unlimited } from '#tests/kit/unlimited.ts'
import { changesNothing, writes } from '#tests/kit/writes.ts'

const server = eachTest(testServer)

/** More than the number of statements of any call. */
const MOST = 80

/** A visit consists of several independent parts. The next test covers it. */
const inParts: readonly CallName[] = ['visit']

test.each(
  (Object.keys(writes) as CallName[]).filter(name => ![...changesNothing, ...inParts].includes(name)),
)(
  'check 25 (ASVS 2.3.3): %s, killed after each of its statements in turn, is done completely or not at all',
  async name => {
    const point = failpoint(server.db)
    const app = createApp({ ...server.deps, db: point.db }, { rateLimit: unlimited })
    const sent = await writes[name]?.(server, await server.signIn())
    const before = await dump(server.db)
    const request = () => requestOf(calls[name], sent ?? {})
    let died = 0
    const wholes: string[] = []
    for (let statement = 1; statement <= MOST; statement++) {
      point.failAfter(statement)
      const response = await app.fetch(request())
      if (response.status === 200) break
      died += 1
      expect([name, statement, response.status]).toEqual([name, statement, 500])
      const after = await dump(server.db)
      if (after !== before) wholes.push(after)
    }
    expect(died).toBeGreaterThan(0)
    expect(died).toBeLessThan(MOST)
    point.failAfter(0)
    const whole = await dump(server.db)
    expect(whole).not.toBe(before)
    // If the failure came after the commit, all rows exist, never only some of them.
    for (const after of wholes) expect([name, changes(whole, after)]).toEqual([name, []])
    if (calls[name].idempotent) expect(wholes).toEqual([])
  },
  120_000,
)

test('check 25 (ASVS 2.3.3): a visit that dies after any of its statements is completed by a repeat, once', async () => {
  const point = failpoint(server.db)
  const app = createApp({ ...server.deps, db: point.db }, { rateLimit: unlimited })
  let died = 0
  for (let statement = 1; statement <= MOST; statement++) {
    const me = await server.signIn()
    const sent = (await writes.visit?.(server, me)) ?? {}
    const send = () => app.fetch(requestOf(calls.visit, sent))
    point.failAfter(statement)
    const { status } = await send()
    point.failAfter(0)
    if (status === 200) break
    died += 1
    expect([statement, status]).toEqual([statement, 500])
    expect([statement, (await send()).status]).toEqual([statement, 200])
    await examples.visit.effect?.(server, me)
    // The session and its record of the token are created together.
    const sessions = await server.db
      .selectFrom('session')
      .leftJoin('login_seen', 'login_seen.session_id', 'session.id')
      .where('session.customer_id', '=', me.customerId)
      .select('login_seen.token_hash')
      .execute()
    expect(sessions.length).toBeGreaterThan(1)
    expect(sessions.filter(row => row.token_hash === null)).toEqual([])
  }
  expect(died).toBeGreaterThan(10)
  expect(died).toBeLessThan(MOST)
}, 120_000)

test('check 26 (ASVS 2.3.4, 15.4.2): concurrent calls get at most the stock, and a paper receipt counts once', async () => {
  const STOCK = 10
  await organiser(server)('reward', 'stock', 'welcome', String(STOCK))
  await update(server, 'reward_kind', { needs_staff: 0 })
  const people: SignedIn[] = []
  for (let index = 0; index < 40; index++) {
    const who = await server.signIn()
    await who.call('createReward', { body: {} })
    people.push(who)
  }
  // Each customer makes three concurrent attempts, and must get the reward at most once.
  const uses = await Promise.all(
    [...people, ...people, ...people].map(who =>
      who.call('useReward', { key: newKey(), body: { rewardType: 'welcome' } }),
    ),
  )
  expect(uses.filter(one => one.status === 200)).toHaveLength(STOCK)
  const codes = new Set(uses.filter(one => one.status !== 200).map(one => one.error.error))
  expect([...codes].toSorted()).toEqual(expect.arrayContaining(['OUT_OF_STOCK']))
  expect([...codes].filter(code => code !== 'OUT_OF_STOCK' && code !== 'REWARD_USED')).toEqual([])
  const stock = await server.db
    .selectFrom('reward_stock')
    .select('remaining')
    .where('reward_type', '=', 'welcome')
    .executeTakeFirst()
  const used = await server.db.selectFrom('reward_use').select('customer_id').execute()
  expect([stock?.remaining, used.length, new Set(used.map(row => row.customer_id)).size]).toEqual([
    0,
    STOCK,
    STOCK,
  ])

  const bodies = await Promise.all(
    people.slice(0, 12).map(async who => ({
      who,
      body: receiptBody(server, [await uploadPhoto(server, who)], { receiptNo: 'ONE-001' }),
    })),
  )
  const sent = await Promise.all(
    bodies.map(({ who, body }) => who.call('createReceipt', { key: body.id, body })),
  )
  expect(sent.map(one => one.status)).toEqual(Array(12).fill(200))
  expect(sent.filter(one => !one.body.disputed)).toHaveLength(1)
  await setCampaign(server, { mode: 'open' })
}, 60_000)
