import { expect, test } from 'vitest'
import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { createTimedCache } from '#server/timed-cache.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, insert, rowsOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const support = eachTest(() => desk.join('support'))
const run = organiser(server)
const who = eachTest(() => server.signIn())

const today = async () => (await support.call('today')).body
const campaign = async () => (await support.call('campaignNumbers')).body
const midnight = () => Date.parse(`${bangkokDay(server.clock.now())}T00:00:00+07:00`)

async function receiptAt(created_at: number, amount = 300): Promise<string> {
  const { id } = (await sendReceipt(server, who, { amount })).body
  await update(server, 'receipt', { created_at }, { id })
  return id
}

test('counts yesterday and today by hour in Bangkok; decisions when they were made', async () => {
  const start = midnight()
  await update(server, 'customer', { created_at: start - 1 })
  const approved = await receiptAt(start - 1)
  const rejected = await receiptAt(start)
  const oldest = await receiptAt(start + HOUR_MS)
  await receiptAt(start + HOUR_MS + 1)
  await receiptAt(start - DAY_MS - 1)
  await run('receipts', 'approve', approved)
  await run('receipts', 'reject', rejected, '--reason', 'BLURRY')
  await update(server, 'receipt', { reviewed_at: start + 2 * HOUR_MS }, { id: approved })
  await update(server, 'ticket', { created_at: start + 2 * HOUR_MS })
  const { length } = await server.db.selectFrom('ticket').select('id').execute()
  await insert(server, 'reward_use', {
    customer_id: who.customerId,
    reward_type: 'welcome',
    code: 'C',
    store_id: null,
    used_at: start,
  })
  const found = await today()
  expect(found.yesterday).toEqual({ joins: 1, receipts: 1, approved: 0, rejected: 0, tickets: 0, rewards: 0 })
  expect(found.today).toEqual({
    joins: 0,
    receipts: 3,
    approved: 1,
    rejected: 1,
    tickets: length,
    rewards: 1,
  })
  expect(found.queue.pending).toBe(3)
  expect(found.queue.oldestAt).toBe(start - DAY_MS - 1)
  expect(found.hours.map(({ at }) => at)).toEqual(
    Array.from({ length: 48 }, (_, hour) => start - DAY_MS + hour * HOUR_MS),
  )
  expect(found.hours.map(hour => hour.receipts)).toEqual(
    Array.from({ length: 48 }, (_, hour) => ({ 23: 1, 24: 1, 25: 2 })[hour] ?? 0),
  )
  expect(found.hours[26]).toMatchObject({ approved: 1, tickets: length })
  expect(found.hours[24]?.rewards).toBe(1)
  expect(oldest).not.toBe('')
})

test('lists every day since the opening, with the funnel, stores and rewards', async () => {
  const start = midnight()
  const opened = start - 2 * DAY_MS
  await update(server, 'campaign', { opens_at: opened + 5 * HOUR_MS })
  const other = await server.signIn()
  await server.signIn(server.newUser(), { register: false })
  await server.call('logPageView', {
    token: other.token,
    body: { customerId: other.customerId, path: '/', eventId: uuidv7(1, new Uint8Array(16)) },
  })
  await run('receipts', 'approve', await receiptAt(opened, 250.25))
  await receiptAt(start)
  const found = await campaign()
  expect(found.days.map(({ day, receipts }) => [day, receipts])).toEqual([
    [bangkokDay(opened), 1],
    [bangkokDay(opened + DAY_MS), 0],
    [bangkokDay(start), 1],
  ])
  expect(found.days.at(-1)).toMatchObject({ joins: 2, approved: 1 })
  expect(found.funnel).toEqual({ opened: 3, looked: 1, registered: 2, sent: 1, approved: 1 })
  expect(found.stores).toMatchObject([{ id: 1, receipts: 2, approved: 1, baht: 250.25 }])
  const stock = await rowsOf(server, 'reward_stock')
  for (const { reward_type: type, remaining: left } of stock)
    expect(found.rewards).toContainEqual(expect.objectContaining({ type, left, used: 0 }))
})

test('numbers are kept for half a minute, and the answer says how old they are', async () => {
  const before = await today()
  await sendReceipt(server, who)
  server.clock.advance(29_999)
  expect(await today()).toEqual(before)
  server.clock.advance(1)
  const after = await today()
  expect(after.countedAt).toBe(server.clock.now())
  expect(after.today.receipts).toBe(before.today.receipts + 1)
})

test('numbers are counted again after the clock was set back by more than half a minute', async () => {
  const before = await today()
  await sendReceipt(server, who)
  server.clock.advance(-29_999)
  expect(await today()).toEqual(before)
  server.clock.advance(-1)
  expect(await today()).not.toEqual(before)
  expect((await today()).countedAt).toBe(server.clock.now())
})

test('shows the phones’ waiting jobs and errors by build', async () => {
  const now = server.clock.now()
  const hour = now - (now % HOUR_MS)
  const row = {
    hour,
    build: 'b1',
    os: 'ios',
    os_version: null,
    line_major: null,
    line_minor: null,
    storage: 'ok',
    lcp: null,
    inp: null,
    home: null,
    job_age: null,
    job_tries: null,
    screen: null,
    source: null,
    error: null,
    script: null,
    place_row: null,
    place_column: null,
  }
  await insert(server, 'app_build', { build: 'b1', first_served_at: 1 })
  await insert(server, 'phone_report', [
    { ...row, id: 'a', about: 'job', job_age: 90, job_tries: 4 },
    { ...row, id: 'b', about: 'error', error: 'TypeError', screen: 'home' },
    { ...row, id: 'c', about: 'visit' },
    { ...row, id: 'd', about: 'error', hour: hour - 2 * DAY_MS, error: 'old' },
  ])
  expect((await support.call('phones')).body).toMatchObject({
    waiting: { phones: 1, maxTries: 4, maxMinutes: 90 },
    builds: [{ build: 'b1', visits: 1, errors: 1 }],
    places: [{ build: 'b1', error: 'TypeError', screen: 'home', count: 1 }],
  })
})

test('two callers share one computation, and a failed one is not kept', async () => {
  const cache = createTimedCache(2)
  let runs = 0
  const count = async () => {
    runs += 1
    if (runs === 1) throw new Error('down')
    return runs
  }
  await expect(cache.get('a', 10, 0, count)).rejects.toThrow('down')
  const both = await Promise.all([cache.get('a', 10, 0, count), cache.get('a', 10, 5, count)])
  expect(both.map(({ value }) => value)).toEqual([2, 2])
  expect((await cache.get('a', 10, 10, count)).value).toBe(3)
  await cache.get('b', 10, 10, count)
  await cache.get('c', 10, 10, count)
  expect((await cache.get('a', 10, 10, count)).value).toBe(6)
})

test('shows how old the pending receipts are, how long decisions took, and the region of each store', async () => {
  const now = server.clock.now()
  for (const hours of [0.5, 2, 5.9, 30, 80]) await receiptAt(now - hours * HOUR_MS)
  const decided = await receiptAt(now - 2 * HOUR_MS)
  const other = await receiptAt(now - 4 * HOUR_MS)
  await run('receipts', 'approve', decided)
  await run('receipts', 'reject', other, '--reason', 'BLURRY')
  const found = await today()
  expect(found.queue.ages).toEqual([1, 2, 0, 1, 1])
  expect(found.queue.pending).toBe(5)
  const hour = found.hours.find(({ at }) => at <= now && now < at + HOUR_MS)
  expect([hour?.approved, hour?.rejected, hour?.waited]).toEqual([1, 1, 180])
  expect(found.hours.filter(({ waited }) => waited !== null)).toHaveLength(1)
  const whole = await campaign()
  expect(whole.days.at(-1)?.waited).toBe(180)
  expect(whole.stores.map(({ region }) => region)).toEqual(['central'])
})

test('each day has the rewards that were used on it', async () => {
  await insert(server, 'reward_use', {
    customer_id: who.customerId,
    reward_type: 'welcome',
    code: 'C',
    store_id: null,
    used_at: server.clock.now(),
  })
  expect((await campaign()).days.at(-1)?.used).toEqual({ welcome: 1 })
})
