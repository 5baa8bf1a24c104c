import { expect, test } from 'vitest'
import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { formMulticasts } from '#server/messages/form-multicasts.ts'
import { LEASE_MS } from '#server/store/leased.ts'
import { campaignOf, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { insert, update } from '#tests/kit/rows.ts'
import { type Crowd, crowd } from '#tests/kit/sending-many.ts'

const MULTICAST = '/v2/bot/message/multicast'
const PUSH = '/v2/bot/message/push'
const messaging = { accessToken: 'emulated-channel-access-token', liffId: '2000000001-Campaign' }
const VALIDATE = '/v2/bot/message/validate/multicast'

let world: Crowd

/** Enqueues the reminder of the campaign's end for this many customers. */
async function campaignEnds(count: number): Promise<void> {
  world = await crowd(count)
  await world.enqueue()
}
const later = (minutes = 1) => world.server.clock.advance(minutes * MINUTE_MS)
const fault = (change: object) =>
  world.emulator.control.addFault({ host: 'api.line.me', path: MULTICAST, times: 1, ...change })
const each = (count: number, times: number) => Array.from({ length: count }, () => times)
const refusal = () => Promise.resolve(new Response('{"message":"Failed"}', { status: 400 }))
const isMulticast = (request: Request) => request.url.endsWith(MULTICAST)

/** Returns the number of different requests that LINE got with each retry key. */
const requestsPerKey = () => {
  const keys = [...new Set(world.sent.map(({ key }) => key))]
  return keys.map(key => new Set(world.sent.filter(one => one.key === key).map(({ body }) => body)).size)
}

test('a message that says something else is pushed, and the others are a multicast', async () => {
  await campaignEnds(5)
  const other = String(world.server.clock.now() + 99 * DAY_MS)
  const { db } = world.server
  await update({ db }, 'message', { subject: other }, { customer_id: world.customerOf(3) })
  await world.sendAll()
  expect([world.sent.map(({ to }) => to.length), await world.states()]).toEqual([
    [4],
    { sent: 4, dropped: 1 },
  ])
})

test('a single message is pushed', async () => {
  await campaignEnds(1)
  await world.sendAll()
  expect([world.calls(MULTICAST), world.calls(PUSH), world.received()]).toEqual([0, 1, [1]])
})

for (const when of ['before', 'after'] as const) {
  test(`a process that dies ${when} LINE has the request leaves it to the next one`, async () => {
    await campaignEnds(1100)
    await world.die(when)
    // Another process sends the other messages.
    await world.sendAll()
    expect(await world.states()).toEqual({ sent: 600, waiting: 500 })
    later(2)
    await world.die('after')
    later(2)
    await world.sendAll()
    expect([world.received(), await world.states()]).toEqual([each(1100, 1), { sent: 1100 }])
    expect(requestsPerKey()).toEqual([1, 1, 1])
  })
}

test('a lost answer leads to the same request with the same key', async () => {
  await campaignEnds(700)
  fault({ drop: 'after' })
  await world.sendAll()
  expect(await world.messageOf(1)).toMatchObject({ unsure: 1, attempts: 1, state: 'waiting' })
  later()
  await world.sendAll()
  expect([world.received(), world.sent.length, requestsPerKey()]).toEqual([each(700, 1), 3, [1, 1]])
})

test('several processes send each message once', async () => {
  await campaignEnds(2300)
  await Promise.all([world.sendAll(), world.sendAll(), world.sendAll()])
  await world.sendAll()
  expect([world.received(), await world.states()]).toEqual([each(2300, 1), { sent: 2300 }])
  expect(world.calls(PUSH)).toBe(0)
})

test('all other members get their message if LINE refuses one user', async () => {
  await campaignEnds(500)
  const guilty = world.lineUserOf(321)
  await world.sendAll(async request =>
    (await request.clone().text()).includes(guilty) ? refusal() : world.emulator.lineFetch(request),
  )
  expect(world.received()).toEqual(each(500, 1).map((once, index) => (index === 320 ? 0 : once)))
  expect(await world.states()).toEqual({ sent: 499, dead: 1 })
  expect(await world.messageOf(321)).toMatchObject({ state: 'dead', reason: '400 Failed', unsure: 0 })
  // The sender splits the multicast into halves, quarters and so on: two requests in each of nine steps.
  expect(world.calls(MULTICAST)).toBeLessThanOrEqual(1 + 2 * 9)
})

test('content that LINE refuses is given up with one question to LINE', async () => {
  await campaignEnds(500)
  await world.sendAll(refusal)
  expect([world.calls(MULTICAST), world.calls(VALIDATE), world.calls(PUSH)]).toEqual([1, 1, 0])
  expect([await world.states(), world.received()]).toEqual([{ dead: 500 }, each(500, 0)])
})

test('nothing is given up while LINE does not say whether it is the content', async () => {
  await campaignEnds(20)
  await world.sendAll(async request => (isMulticast(request) ? refusal() : new Response('', { status: 500 })))
  expect([await world.states(), world.calls(MULTICAST)]).toEqual([{ waiting: 20 }, 1])
  later()
  await world.sendAll()
  expect([world.received(), await world.states()]).toEqual([each(20, 1), { sent: 20 }])
})

test('429 pauses sending, and who gets it is decided again afterwards', async () => {
  await campaignEnds(20)
  const wait = new Response('{}', { status: 429, headers: { 'retry-after': '30' } })
  await world.sendAll(async () => wait)
  expect([await world.multicasts(), (await world.messageOf(1)).unsure]).toEqual([[], 0])
  await update(world.server, 'consent', { granted: 0 }, { customer_id: world.customerOf(7) })
  later()
  await world.sendAll()
  expect(world.received()).toEqual(each(20, 1).map((once, index) => (index === 6 ? 0 : once)))
  expect(await world.states()).toEqual({ sent: 19, dropped: 1 })
})

test('before the first attempt, customers who withdrew, blocked or got enough messages are left out', async () => {
  await campaignEnds(10)
  const { db } = world.server
  await update({ db }, 'consent', { granted: 0 }, { customer_id: world.customerOf(1) })
  await insert({ db }, 'line_reach', { line_user_id: world.lineUserOf(2), is_following: 0, changed_at: 1 })
  await insert({ db }, 'block', { customer_id: world.customerOf(3), blocked_at: 1 })
  const row = await world.messageOf(4)
  await insert({ db }, 'message', {
    ...row,
    subject: 'another',
    state: 'sent',
    settled_at: world.server.clock.now(),
  })
  await world.sendAll()
  expect(world.received()).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
  expect(await world.states()).toEqual({ dropped: 3, sent: 7, waiting: 1 })
  world.server.clock.advance(DAY_MS)
  await world.sendAll()
  expect(world.received()[3]).toBe(1)
})

test('a retry after an unsure attempt omits customers who have left, withdrew or are blocked', async () => {
  await campaignEnds(10)
  fault({ drop: 'before' })
  await world.sendAll()
  const { db } = world.server
  await update({ db }, 'consent', { granted: 0 }, { customer_id: world.customerOf(2) })
  await insert({ db }, 'block', { customer_id: world.customerOf(3), blocked_at: 1 })
  // Erases the messages and the LINE id, as when a customer leaves.
  await db.deleteFrom('message').where('customer_id', '=', world.customerOf(5)).execute()
  await update({ db }, 'customer', { line_user_id: null, status: 'cancelled' }, { id: world.customerOf(5) })
  later()
  await world.sendAll()
  expect(world.received()).toEqual([1, 0, 0, 1, 0, 1, 1, 1, 1, 1])
  expect([await world.states(), await world.multicasts()]).toEqual([{ dropped: 2, sent: 7 }, []])
  expect(await world.messageOf(2)).toMatchObject({ state: 'dropped', unsure: 1 })
})

test('a retry after an unsure attempt sends nothing that is out of date', async () => {
  await campaignEnds(3)
  fault({ drop: 'before' })
  await world.sendAll()
  await setCampaign(world.server, { closes_at: world.server.clock.now() })
  later()
  await world.sendAll()
  expect([world.received(), await world.states()]).toEqual([each(3, 0), { dropped: 3 }])
  expect(await world.multicasts()).toEqual([])
})

test.each([
  ['is sent as it is within two minutes', LEASE_MS, { sent: 3 }],
  ['is composed again after two minutes, so that nothing out of date is sent', LEASE_MS + 1, { dropped: 3 }],
])('after a crash before its first attempt, a multicast %s', async (_, age, states) => {
  await campaignEnds(3)
  const { deps, clock } = world.server
  await formMulticasts(deps, messaging)
  expect(await world.multicasts()).toMatchObject([{ unsure: 0, attempts: 0 }])
  clock.advance(age)
  await setCampaign(world.server, { closes_at: clock.now() })
  await world.sendAll()
  expect([await world.states(), await world.multicasts()]).toEqual([states, []])
})

test('a retry after an unsure attempt waits for the end of the quiet hours', async () => {
  await campaignEnds(3)
  const { clock } = world.server
  clock.advance(Date.parse(`${bangkokDay(clock.now())}T20:50:00+07:00`) - clock.now())
  fault({ drop: 'before' })
  await world.sendAll()
  later(15)
  await world.sendAll()
  expect([world.received(), await world.states()]).toEqual([each(3, 0), { waiting: 3 }])
  later(11 * 60)
  await world.sendAll()
  expect([world.received(), await world.states()]).toEqual([each(3, 1), { sent: 3 }])
  expect(new Set(world.sent.map(({ key }) => key)).size).toBe(1)
})

test('nothing is sent while the organiser has stopped the mailing, also not again', async () => {
  await campaignEnds(600)
  const run = organiser(world.server)
  fault({ drop: 'after' })
  await world.sendAll()
  await run('notify', 'stop', 'closing')
  later(5)
  await world.sendAll()
  expect([world.sent.length, await world.states()]).toEqual([1, { held: 600 }])
  await run('notify', 'resume', 'closing')
  later(5)
  await world.sendAll()
  expect([world.received(), await world.states()]).toEqual([each(600, 1), { sent: 600 }])
  expect(requestsPerKey()).toEqual([1, 1])
})

test('messages that could not be sent for days are sent together until the end that they name, and not later', async () => {
  await campaignEnds(3)
  world.server.clock.advance(3 * DAY_MS + 1)
  await world.sendAll()
  expect(await world.states()).toEqual({ sent: 3 })
  await campaignEnds(3)
  const { closes_at } = await campaignOf(world.server)
  world.server.clock.advance(closes_at - world.server.clock.now())
  await world.sendAll()
  expect([await world.states(), world.sent]).toEqual([{ dropped: 3 }, []])
})

test('a mailing that the organiser stops before the first attempt of a multicast waits', async () => {
  await campaignEnds(3)
  await formMulticasts(world.server.deps, messaging)
  const run = organiser(world.server)
  await run('notify', 'stop', 'closing')
  await world.sendAll()
  expect([world.sent, await world.states()]).toEqual([[], { held: 3 }])
  await run('notify', 'resume', 'closing')
  later(5)
  await world.sendAll()
  expect([world.received(), await world.states()]).toEqual([each(3, 1), { sent: 3 }])
})

test('a message that was stopped while it was on its way counts as sent', async () => {
  await campaignEnds(10)
  await world.send(async request => {
    await organiser(world.server)('notify', 'stop', 'closing')
    return world.emulator.lineFetch(request)
  })
  expect([world.received(), await world.states()]).toEqual([each(10, 1), { sent: 10 }])
})

test('if its fate is unknown for a day, all its messages are given up', async () => {
  await campaignEnds(10)
  fault({ drop: 'after' })
  await world.sendAll()
  world.server.clock.advance(DAY_MS)
  await world.sendAll()
  expect([await world.states(), world.received()]).toEqual([{ dead: 10 }, each(10, 1)])
  expect(await world.messageOf(1)).toMatchObject({ state: 'dead', unsure: 1 })
})
