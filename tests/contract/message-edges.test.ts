import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { createMailingRunner } from '#server/mailings/run.ts'
import { readChannel, setMessaging } from '#server/message-queue/channel.ts'
import { enqueueMessages } from '#server/message-queue/enqueue.ts'
import { newKey, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { columnsOf, update } from '#tests/kit/rows.ts'
import { type SendingServer, sendingServer } from '#tests/kit/sending.ts'
import { type Crowd, crowd } from '#tests/kit/sending-many.ts'

// Covers rare failures of LINE, of clocks and of data.

let world: SendingServer
let many: Crowd

const limited = (seconds: string) => () =>
  Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': seconds } }))
const revoked = () => Promise.resolve(new Response('{"message":"revoked"}', { status: 401 }))
const report = (waiting: string[], discarded: string[]) =>
  world.me.call('reportWaiting', { key: newKey(), body: { waiting, discarded } })
const later = (ms = MINUTE_MS) => world.server.clock.advance(ms)

describe('a token that is revoked in the middle of a mailing', () => {
  test('stops it, and a new token sends the rest to those who still want it, once', async () => {
    many = await crowd(520)
    await many.enqueue()
    let requests = 0
    await many.sendAll(request => {
      requests += 1
      return requests === 1 ? many.emulator.lineFetch(request) : revoked()
    })
    expect(await many.states()).toEqual({ sent: 500, waiting: 20 })
    expect(await readChannel(many.server.db)).toMatchObject({ pause_reason: 'token' })
    const waiting = await columnsOf(many.server, 'message', ['customer_id'], { state: 'waiting' })
    await update(many.server, 'consent', { granted: 0 }, { customer_id: waiting[0]?.customer_id ?? '' })
    many.server.clock.advance(10 * MINUTE_MS)
    await many.sendAll()
    expect(await many.states()).toEqual({ sent: 500, waiting: 20 })
    await setMessaging(many.server.db, true, 'a new token')
    await many.sendAll()
    expect(await many.states()).toEqual({ sent: 519, dropped: 1 })
    expect(many.received().reduce((sum, count) => sum + count, 0)).toBe(519)
    expect(Math.max(...many.received())).toBe(1)
  }, 60_000)

  test('after a lost answer leaves the same request with the same key to the new token', async () => {
    many = await crowd(20)
    await many.enqueue()
    await many.sendAll(async request => {
      await many.emulator.lineFetch(request)
      throw new TypeError('fetch failed')
    })
    many.server.clock.advance(MINUTE_MS)
    await many.sendAll(revoked)
    await setMessaging(many.server.db, true, 'a new token')
    many.server.clock.advance(MINUTE_MS)
    await many.sendAll()
    expect([await many.states(), Math.max(...many.received())]).toEqual([{ sent: 20 }, 1])
    expect(new Set(many.sent.map(({ key, body }) => key + body)).size).toBe(1)
  })
})

describe('a pause', () => {
  test.each([
    ['a day', '86400'],
    ['thirty years', '999999999'],
    ['more seconds than a number holds', `1${'0'.repeat(400)}`],
  ])('of %s, as LINE asks, lasts six hours', async (_, seconds) => {
    world = await sendingServer()
    await world.at('09:00')
    await world.approve(1)
    later()
    await world.send(limited(seconds))
    later(6 * HOUR_MS - 1)
    expect(await world.send()).toBe(0)
    later(1)
    expect([await world.send(), world.inLine().length]).toEqual([1, 1])
  })

  test('that began while the clock was a day ahead ends when the clock is right again', async () => {
    world = await sendingServer()
    await world.at('12:00')
    later(DAY_MS)
    await world.approve(1)
    later()
    await world.send(() => Promise.reject(new TypeError('fetch failed')))
    later(-DAY_MS)
    await world.approve(1)
    later()
    // A new failure pauses sending for seconds, not until the time that the wrong clock set.
    await world.send(() => Promise.reject(new TypeError('fetch failed')))
    expect(await world.send()).toBe(0)
    later()
    expect(await world.send()).toBe(1)
    expect(await readChannel(world.server.db)).toMatchObject({ paused_until: null, failures: 0 })
    later(DAY_MS)
    await world.send()
    expect((await world.rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(world.inLine().length).toBe(2)
  })
})

test('the reminder of the end says that it is soon and when it is, so it waits until then and is not sent later', async () => {
  many = await crowd(4)
  const { server } = many
  const run = organiser(server)
  await setCampaign(server, { closes_at: server.clock.now() + 8 * DAY_MS })
  const early = await run('notify', 'closing')
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('send it from')])
  // A dry run shows the number of messages earlier, so that the organiser can raise the quota in time.
  expect((await run('notify', 'closing', '--dry-run')).out).toContain('LINE messages to send: 4')
  server.clock.advance(DAY_MS)
  expect((await run('notify', 'closing')).code).toBe(0)
  // The organiser keeps the campaign open after the end that the message names.
  await setCampaign(server, { mode: 'open' })
  server.clock.advance(7 * DAY_MS)
  while ((await advanceMailings(server.deps)) > 0);
  server.clock.advance(12 * HOUR_MS)
  await many.sendAll()
  expect([await many.states(), Math.max(...many.received())]).toEqual([{ dropped: 4 }, 0])
  expect((await run('notify', 'closing')).err).toContain('has passed')
})

test('a report that a receipt does not wait any more counts after LINE has asked to wait, too', async () => {
  world = await sendingServer()
  await world.at('12:00')
  const key = newKey()
  await report([key], [])
  later(31 * MINUTE_MS)
  await world.send(limited('60'))
  await report([], [key])
  later(2 * MINUTE_MS)
  await world.send()
  expect([(await world.rows()).map(({ state }) => state), world.inLine()]).toEqual([['dropped'], []])
})

test('a receipt that the customer decides to send after all is mentioned, although the phone had given it up', async () => {
  world = await sendingServer()
  await world.at('12:00')
  const key = newKey()
  await report([key], [])
  await report([], [key])
  later(4 * DAY_MS)
  await report([key], [])
  later(29 * MINUTE_MS)
  expect(await world.send()).toBe(0)
  later(2 * MINUTE_MS)
  await world.send()
  await report([], [key])
  await report([key], [])
  later(31 * MINUTE_MS)
  await world.send()
  expect([(await world.rows()).map(({ state }) => state), world.inLine().length]).toEqual([['sent'], 1])
})

test('a mailing waits while a process without a token has turned messages off', async () => {
  many = await crowd(4)
  const { server } = many
  const advanceAll = async () => {
    while ((await advanceMailings(server.deps)) > 0);
  }
  await setCampaign(server, { closes_at: server.clock.now() + 6 * DAY_MS })
  await organiser(server)('notify', 'closing')
  await setMessaging(server.db, false)
  await advanceAll()
  await setMessaging(server.db, true)
  await advanceAll()
  await many.sendAll()
  expect(await many.states()).toEqual({ sent: 4 })
})

test('a message that the server cannot compose does not stop the others, and is never taken for one that LINE may have', async () => {
  world = await sendingServer()
  await world.at('12:00')
  const { db, clock } = world.server
  await world.server.call('createReward', { token: world.me.token, body: {} })
  await update({ db }, 'reward', { draw_state: 'rubbish' })
  const now = clock.now()
  await enqueueMessages(
    db,
    [{ kind: 'won', subject: 'a', customer_id: world.me.customerId, dueAt: now }],
    now,
  )
  await world.approve(1)
  later()
  await world.send()
  await world.send()
  expect(world.inLine().length).toBe(1)
  const states = async () =>
    Object.fromEntries((await world.rows()).map(({ kind, state, unsure }) => [kind, [state, unsure]]))
  expect(await states()).toEqual({ won: ['waiting', 0], 'receipt-approved': ['sent', 0] })
  later(3 * DAY_MS + HOUR_MS)
  await world.send()
  expect((await states()).won).toEqual(['dropped', 0])
})

test('names and titles as long as the database allows fit into a message of LINE', async () => {
  world = await sendingServer()
  await world.at('12:00')
  const { db, clock } = world.server
  await world.server.call('createReward', { token: world.me.token, body: {} })
  const long = 'คูปองที่ชื่อยาวมาก👩‍👩‍👧‍👦'.repeat(40)
  await update(
    { db },
    'reward_kind',
    { title_th: long, title_en: long, closes_at: clock.now() + DAY_MS },
    { reward_type: 'welcome' },
  )
  const advance = createMailingRunner({
    ...world.server.deps,
    messaging: { accessToken: 'emulated-channel-access-token', liffId: '2000000001-Campaign' },
  })
  await advance()
  await world.send()
  expect((await world.rows()).map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ['coupon-expiring', 'sent', null],
  ])
  expect(world.inLine().join('')).toContain(long)
})

describe('a day without any connection to LINE', () => {
  const refused = () =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
    )

  test('delays a message, because LINE cannot have it', async () => {
    world = await sendingServer()
    await world.at('09:00')
    await world.approve(1)
    for (let hour = 0; hour < 27; hour++) {
      later(HOUR_MS)
      await world.send(refused)
    }
    expect(await world.rows()).toMatchObject([{ state: 'waiting', unsure: 0 }])
    expect(await readChannel(world.server.db)).toMatchObject({ pause_reason: 'outage' })
    later(HOUR_MS)
    await world.send()
    expect(await world.rows()).toMatchObject([{ state: 'sent' }])
    expect(world.inLine()).toHaveLength(1)
  })

  test('delays equal messages to many', async () => {
    many = await crowd(520)
    await many.enqueue()
    for (let hour = 0; hour < 27; hour++) {
      many.server.clock.advance(HOUR_MS)
      await many.sendAll(refused)
    }
    expect(await many.states()).toEqual({ waiting: 520 })
    many.server.clock.advance(HOUR_MS)
    await many.sendAll()
    expect(await many.states()).toEqual({ sent: 520 })
  })
})
