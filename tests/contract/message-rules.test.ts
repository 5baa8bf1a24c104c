import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { MessageKind } from '#contract/message-groups.ts'
import { DAY_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { sendingVerdict } from '#server/messages/sending-rules.ts'
import { newKey } from '#tests/kit/activity.ts'
import { explain, recordQueries } from '#tests/kit/plans.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { sendingServer } from '#tests/kit/sending.ts'
import { eachTest, insert, update } from '#tests/kit/server.ts'

const world = eachTest(sendingServer)

const later = (minutes = 1) => world.server.clock.advance(minutes * MINUTE_MS)
/** Returns the verdict on a message of this kind. If the message is postponed, returns until when, in Bangkok time. */
async function verdict(kind: MessageKind): Promise<string> {
  const { db, clock } = world.server
  const result = await sendingVerdict(db, { kind, customer_id: world.me.customerId }, clock.now())
  if (result.kind !== 'postpone') return result.kind
  return isoOf(result.until + 7 * 60 * MINUTE_MS).slice(0, 16)
}
const consent = () => world.server.call('giveMarketingConsent', { token: world.me.token, key: newKey() })
const switchOff = (body: { receipts?: boolean; draw?: boolean; coupons?: boolean }) =>
  world.server.call('putMessageSettings', { token: world.me.token, key: newKey(), body })

/** Drops LINE's answer to the next push after LINE has accepted the push. */
const loseAnswer = () =>
  world.emulator.control.addFault({
    host: 'api.line.me',
    path: '/v2/bot/message/push',
    times: 1,
    drop: 'after',
  })

describe('the switches', () => {
  test.each<[MessageKind, object]>([
    ['receipt-approved', { receipts: false }],
    ['receipt-rejected', { receipts: false }],
    ['receipt-waiting', { receipts: false }],
    ['won', { draw: false }],
    ['not-won', { draw: false }],
    ['reserve-promoted', { draw: false }],
    ['confirm-deadline', { draw: false }],
    ['seat-confirmed', { draw: false }],
    ['coupon-expiring', { coupons: false }],
  ])('drop %s if its group is off, and no other', async (kind, group) => {
    const off = { receipts: false, draw: false, coupons: false }
    await switchOff({ ...off, ...Object.fromEntries(Object.keys(group).map(name => [name, true])) })
    expect(await verdict(kind)).toBe('send')
    await switchOff(group)
    expect(await verdict(kind)).toBe('drop')
  })

  test('news need the consent to marketing messages, until it is withdrawn', async () => {
    expect(await verdict('campaign-closing')).toBe('drop')
    await consent()
    expect(await verdict('campaign-closing')).toBe('send')
    later()
    await world.server.call('deleteMarketingConsent', { token: world.me.token, key: newKey() })
    expect(await verdict('campaign-closing')).toBe('drop')
    await consent()
    await update(world.server, 'consent', { version: 'marketing-0' }, { kind: 'marketing' })
    expect(await verdict('campaign-closing')).toBe('drop')
  })
})

describe('the quiet hours', () => {
  test.each([
    ['20:59', 'send', 'send'],
    ['21:00', '2026-11-21T08:00', 'send'],
    ['21:59', '2026-11-21T08:00', 'send'],
    ['22:00', '2026-11-21T08:00', '2026-11-21T08:00'],
    ['23:59', '2026-11-21T08:00', '2026-11-21T08:00'],
    ['00:00', '2026-11-21T08:00', '2026-11-21T08:00'],
    ['07:59', '2026-11-21T08:00', '2026-11-21T08:00'],
    ['08:00', 'send', 'send'],
  ])('at %s: other messages %s, messages with a deadline %s', async (time, usual, urgent) => {
    await world.at(time)
    expect([await verdict('receipt-approved'), await verdict('not-won')]).toEqual([usual, usual])
    for (const kind of ['won', 'reserve-promoted', 'confirm-deadline'] as const)
      expect(await verdict(kind)).toBe(urgent)
  })

  test('postpone decisions to the morning, which are one message then', async () => {
    await world.at('21:30')
    await world.approve(3)
    later()
    expect([await world.send(), await world.send(), world.inLine()]).toEqual([0, 0, []])
    expect((await world.rows())[0]).toMatchObject({ state: 'waiting', unsure: 0, reason: 'quiet hours' })
    await world.at('07:59')
    expect(await world.send()).toBe(0)
    later()
    expect([await world.send(), world.inLine().length]).toEqual([1, 1])
  })

  test('delay an attempt whose fate is unknown, with the same key', async () => {
    await world.at('20:50')
    await world.approve(1)
    later()
    loseAnswer()
    await world.send()
    const [before] = await world.rows()
    later(15)
    expect([await world.send(), world.inLine().length]).toEqual([0, 1])
    await world.at('08:00')
    expect([await world.send(), world.inLine().length]).toEqual([1, 1])
    const { retry_key } = before ?? {}
    expect((await world.rows())[0]).toMatchObject({ state: 'sent', attempts: 2, retry_key })
  })

  test('do not delay it if LINE would forget its key until the morning', async () => {
    await world.at('08:30')
    await world.approve(1)
    later()
    const unreachable = () => Promise.reject(new Error('no connection'))
    await world.send(unreachable)
    await world.at('21:30')
    expect([await world.send(), world.inLine().length]).toEqual([1, 1])
  })
})

describe('the daily cap', () => {
  test('postpones the sixth service message of a day to the next morning', async () => {
    await world.sentBefore('receipt-approved', 4)
    expect(await verdict('not-won')).toBe('send')
    await world.approve(1)
    later()
    await world.send()
    await world.approve(2)
    later()
    expect([await world.send(), world.inLine().length]).toEqual([0, 1])
    expect(await verdict('coupon-expiring')).toBe('2026-11-21T08:00')
    await world.at('08:00')
    expect([await world.send(), world.inLine().length]).toEqual([1, 2])
  })

  test('does not count or delay messages with a deadline, and counts a digest once', async () => {
    await world.sentBefore('won', 9)
    await world.approve(8)
    later()
    await world.send()
    await world.sentBefore('not-won', 3)
    expect(await verdict('receipt-approved')).toBe('send')
    await world.sentBefore('seat-confirmed', 1)
    expect([await verdict('receipt-approved'), await verdict('confirm-deadline')]).toEqual([
      '2026-11-21T08:00',
      'send',
    ])
  })

  test('counts marketing messages on their own', async () => {
    await consent()
    await world.sentBefore('receipt-approved', 5)
    expect(await verdict('campaign-closing')).toBe('send')
    await world.sentBefore('campaign-closing', 1)
    expect(await verdict('campaign-closing')).toBe('2026-11-21T08:00')
    world.server.clock.advance(DAY_MS)
    expect([await verdict('campaign-closing'), await verdict('not-won')]).toEqual(['send', 'send'])
  })

  test('begins at midnight in Bangkok', async () => {
    await world.at('00:30')
    await world.sentBefore('receipt-approved', 5)
    await world.at('23:30')
    expect(await verdict('won')).toBe('2026-11-22T08:00')
    await world.at('08:00')
    expect(await verdict('receipt-approved')).toBe('send')
  })

  test('counts a message that LINE may have, and holds with several processes', async () => {
    await world.sentBefore('receipt-approved', 4)
    await world.approve(1)
    later()
    loseAnswer()
    await world.send()
    expect(await verdict('not-won')).toBe('2026-11-21T08:00')
    await world.approve(1)
    later()
    await Promise.all([world.send(), world.send(), world.send()])
    later(5)
    await Promise.all([world.send(), world.send(), world.send()])
    const rows = await world.rows()
    expect(rows.map(row => row.state).toSorted()).toEqual([...Array(5).fill('sent'), 'waiting'])
    expect(world.inLine()).toHaveLength(1)
  })
})

test('sending a message reads no table completely', async () => {
  const { db } = world.server
  await world.approve(2)
  const [row] = await world.rows()
  if (row === undefined) throw new Error('No message is waiting.')
  const others = Array.from({ length: 5000 }, (_, n) => ({
    ...row,
    customer_id: `other-${n}`,
    state: 'sent' as const,
  }))
  for (let start = 0; start < others.length; start += 500)
    await insert({ db }, 'message', others.slice(start, start + 500))
  if (testDialect === 'postgres') await sql`analyze message`.execute(db)
  later()
  const recorder = recordQueries(db)
  expect(await world.send(undefined, recorder.db)).toBe(1)
  const tables = ['message', 'message_preference', 'consent', 'receipt']
  const queries = recorder.take()
  const plans = await Promise.all(queries.map(query => explain({ db, dialect: testDialect }, query, tables)))
  expect(queries.filter(({ sql: text }) => text.includes('digest_lead')).length).toBeGreaterThan(2)
  // PostgreSQL scans a table that has only one page, as these tables do in this test.
  const small = testDialect === 'postgres' ? ['message_preference', 'consent', 'receipt'] : []
  expect(plans.flatMap(plan => plan.scanned).filter(table => !small.includes(table))).toEqual([])
  const own = (await world.rows()).filter(one => one.customer_id === world.me.customerId)
  expect(own.map(one => one.state)).toEqual(['sent', 'sent'])
})
