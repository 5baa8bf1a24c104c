import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { createReward, insertReward } from '#server/campaign/create-reward.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { audiencePage } from '#server/mailings/audience.ts'
import { holdMailing } from '#server/mailings/hold.ts'
import { startMailing } from '#server/mailings/start.ts'
import { LONGEST_PAUSE_MS, pauseChannel, readChannel, resumeChannel } from '#server/message-queue/channel.ts'
import { campaignOf, setCampaign } from '#tests/kit/activity.ts'
import { meanwhile } from '#tests/kit/meanwhile.ts'
import { columnsOf, insert, update } from '#tests/kit/rows.ts'
import { type Crowd, crowd } from '#tests/kit/sending-many.ts'

const RESULTS = { kind: 'results', subject: 'draw' } as const

let world: Crowd
beforeEach(async () => {
  world = await crowd(9)
})

const now = () => world.server.clock.now()
const messages = async () =>
  (await columnsOf(world.server, 'message', ['kind', 'customer_id'])).map(({ kind, customer_id }) => [
    kind,
    customer_id,
  ])
/** Gives a customer a reward with the welcome ticket. */
async function joins(n: number, drawState: 'none' | 'entered' | 'won' | 'reserve' | 'confirmed' = 'none') {
  const { db, deps } = world.server
  const id = world.customerOf(n)
  await createReward(db, id, now(), deps.random)
  await update({ db }, 'reward', { draw_state: drawState }, { customer_id: id })
}
const voidTickets = (n: number) =>
  update(world.server, 'ticket', { state: 'void' }, { customer_id: world.customerOf(n) })

describe('the draw’s result', () => {
  test('"not won" goes to customers with a valid ticket, not to those whose tickets are all void', async () => {
    const { db, deps } = world.server
    await joins(1)
    await joins(2, 'entered')
    await joins(3)
    await voidTickets(3)
    await insertReward(db, world.customerOf(4), now(), deps.random)
    await joins(5, 'won')
    await voidTickets(5)
    await joins(6, 'reserve')
    await joins(7, 'confirmed')
    const { addressees } = await audiencePage(db, RESULTS, '')
    expect(addressees.map(({ customerId, kind }) => [customerId, kind])).toEqual([
      [world.customerOf(1), 'not-won'],
      [world.customerOf(2), 'not-won'],
      [world.customerOf(5), 'won'],
      [world.customerOf(6), 'reserve'],
    ])
  })

  test('is not enqueued if the organiser moves the announcement to later in this moment', async () => {
    await joins(1)
    await setCampaign(world.server, { announced_at: now() })
    await startMailing(world.server.db, RESULTS, now(), now())
    const later = now() + HOUR_MS
    const moved = meanwhile(world.server.db, () => setCampaign(world.server, { announced_at: later }))
    await advanceMailings({ ...world.server.deps, db: moved })
    expect(await messages()).toEqual([])
    world.server.clock.advance(HOUR_MS - 1)
    await advanceMailings(world.server.deps)
    expect(await messages()).toEqual([])
    world.server.clock.advance(1)
    await advanceMailings(world.server.deps)
    expect(await messages()).toEqual([['not-won', world.customerOf(1)]])
  })
})

test('a mailing is enqueued from the time at which it is due', async () => {
  const { db, clock, deps } = world.server
  const { closes_at } = await campaignOf(world.server)
  await startMailing(db, { kind: 'closing', subject: String(closes_at) }, now() + 1000, now())
  clock.advance(999)
  expect(await advanceMailings(deps)).toBe(0)
  clock.advance(1)
  expect(await advanceMailings(deps)).toBe(1)
})

test('a page is not enqueued if another process enqueues it, or the organiser stops the mailing, in this moment', async () => {
  const { db, deps } = world.server
  const mailings = [
    { kind: 'closing', subject: 'one' },
    { kind: 'closing', subject: 'other' },
  ] as const
  const [taken, stopped] = mailings
  for (const mailing of mailings) await startMailing(db, mailing, now(), now())
  const busy = meanwhile(db, async () => {
    await holdMailing(db, stopped, 'stopped', () => undefined)
    await advanceMailings(deps)
  })
  expect(await advanceMailings({ ...deps, db: busy })).toBe(0)
  const rows = await db.selectFrom('mailing').selectAll().orderBy('subject').execute()
  expect(rows.map(({ subject, state, enqueued }) => [subject, state, enqueued])).toEqual([
    [taken.subject, 'done', 9],
    [stopped.subject, 'stopped', 0],
  ])
})

test('two processes that enqueue the first page at the same time count it once, and the second page follows', async () => {
  world = await crowd(501)
  const { db, deps } = world.server
  await startMailing(db, { kind: 'closing', subject: '1' }, now(), now())
  const busy = meanwhile(db, () => advanceMailings(deps))
  expect(await advanceMailings({ ...deps, db: busy })).toBe(0)
  const enqueued = async () =>
    (await db.selectFrom('mailing').select('enqueued').executeTakeFirst())?.enqueued
  expect(await enqueued()).toBe(500)
  await advanceMailings(deps)
  expect(await enqueued()).toBe(501)
})

test('mailings of the same kind, or with the same subject, neither advance nor stop each other', async () => {
  const { db, deps } = world.server
  const stopped = { kind: 'closing', subject: 'welcome:1' } as const
  const mailings = [
    stopped,
    { kind: 'closing', subject: 'other' },
    { kind: 'coupon', subject: 'welcome:1' },
  ] as const
  for (const mailing of mailings) await startMailing(db, mailing, now(), now())
  expect(await advanceMailings(deps)).toBe(3)
  const rows = await columnsOf({ db }, 'mailing', ['enqueued'])
  expect(rows.map(({ enqueued }) => enqueued)).toEqual([9, 9, 9])
  await holdMailing(db, stopped, 'stopped', () => undefined)
  const held = await columnsOf({ db }, 'message', ['kind', 'subject'], { state: 'held' })
  expect(held).toEqual(Array(9).fill({ kind: 'campaign-closing', subject: stopped.subject }))
})

test('a customer whom no message can reach is an addressee with the reason', async () => {
  const { db } = world.server
  const [blocked, unknown, unreachable, off, declined, left] = [1, 2, 3, 4, 5, 6].map(world.customerOf) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  await insert({ db }, 'block', { customer_id: blocked, blocked_at: 1 })
  await update({ db }, 'customer', { line_user_id: null }, { id: unknown })
  const reach = { line_user_id: world.lineUserOf(3), is_following: 0, changed_at: 1 }
  await insert({ db }, 'line_reach', reach)
  const preference = { customer_id: off, message_group: 'coupons' as const, is_on: 0, changed_at: 1 }
  await insert({ db }, 'message_preference', preference)
  await update({ db }, 'consent', { granted: 0 }, { customer_id: declined })
  await update({ db }, 'customer', { status: 'cancelled' }, { id: left })
  const obstacles = async (mailing: Parameters<typeof audiencePage>[1]) =>
    Object.fromEntries(
      (await audiencePage(db, mailing, '')).addressees.map(one => [one.customerId, one.obstacle]),
    )
  const always = {
    [blocked]: 'blocked-by-organiser',
    [unknown]: 'no-line-account',
    [unreachable]: 'blocked-the-account',
  }
  const reached = Object.fromEntries([7, 8, 9].map(n => [world.customerOf(n), null]))
  expect(await obstacles({ kind: 'closing', subject: '1' })).toEqual({
    ...{ ...always, ...reached },
    ...{ [off]: null, [declined]: 'no-marketing-consent' },
  })
  expect(await obstacles({ kind: 'coupon', subject: 'welcome:1' })).toEqual({
    ...{ ...always, ...reached },
    ...{ [off]: 'switched-off', [declined]: null },
  })
})

test('a pause of before the clock was set back is replaced by the next pause, and ended by the next success', async () => {
  const { db } = world.server
  const outage = { reason: 'outage', retryAfterMs: 5000 } as const
  const pausedUntil = async () => (await readChannel(db))?.paused_until
  const pause = (until: number) =>
    update({ db }, 'message_channel', { paused_until: until, pause_reason: 'outage', failures: 1 })
  const longest = now() + LONGEST_PAUSE_MS
  await pause(longest)
  await pauseChannel(db, outage, now())
  await resumeChannel(db, now())
  expect(await pausedUntil()).toBe(longest)
  await pause(longest + 1)
  await pauseChannel(db, outage, now())
  expect(await pausedUntil()).toBe(now() + 5000)
  await pause(longest + 1)
  await resumeChannel(db, now())
  expect(await pausedUntil()).toBeNull()
})
