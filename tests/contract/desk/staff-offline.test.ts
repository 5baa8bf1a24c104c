import { describe, expect, test } from 'vitest'
import type { DeskAnswer, DeskBody } from '#contract/desk-calls.ts'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { newKey } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowOf, rowsOf, testServer, update } from '#tests/kit/server.ts'
import { codeOf, openDoors } from '#tests/kit/staff.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const run = organiser(server)
type OfflineHandOver = DeskBody<'syncHandOvers'>['handOvers'][number]

const winners = eachTest(() => openDoors(server))
const { 0: winner, 1: second } = winners
const door = eachTest(() => desk.join('staff', 'แพร'))

const list = async (by = door) => (await by.call('nightList')).body
const offline = (code: string, at = server.clock.now()): OfflineHandOver => ({
  ...{ key: newKey(), code, rewardType: 'concert', at },
})
const sync = async (
  handOvers: readonly OfflineHandOver[],
  { device = 'Door 1', known = 0, by = door } = {},
): Promise<DeskAnswer<'syncHandOvers'>> =>
  (await by.call('syncHandOvers', { body: { device, store: null, known, handOvers: [...handOvers] } })).body

describe('the list of the night', () => {
  test('has the registered name, the prize and the code’s keys of each confirmed winner, and nothing else', async () => {
    const [kept] = await rowsOf(server, 'reward_kind', { reward_type: 'concert' })
    const { entries, keepUntil } = await list()
    expect(keepUntil).toBe((kept?.opens_at ?? 0) + DAY_MS)
    expect(entries).toHaveLength(2)
    expect(entries[0]).toEqual({
      prefix: (await codeOf(winner)).split('.').slice(0, 2).join('.'),
      keys: expect.any(Array),
      name: 'สมชาย ใจดี',
      rewardType: 'concert',
      title: { th: 'บัตรคอนเสิร์ต', en: 'Concert ticket' },
    })
  })

  test('has the key of the last half minute, which may be in the hour before', async () => {
    const later = Math.ceil(server.clock.now() / HOUR_MS) * HOUR_MS + 29_000
    server.clock.advance(later - server.clock.now())
    const back = await desk.join('staff', 'ต้น')
    expect((await list(back)).hour).toBe(Math.floor(later / HOUR_MS) - 1)
    server.clock.advance(1000)
    expect((await list(back)).hour).toBe(Math.floor(later / HOUR_MS))
  })

  test('leaves out winners who have it already, are blocked, have left or have not confirmed', async () => {
    await sync([offline(await codeOf(winner))])
    expect((await list()).entries).toHaveLength(1)
    await run('customer', 'block', second.customerId, '--reason', 'fraud')
    expect((await list()).entries).toEqual([])
    await run('customer', 'unblock', second.customerId)
    await update(server, 'reward', { draw_state: 'won' }, { customer_id: second.customerId })
    expect((await list()).entries).toEqual([])
  })

  test('exists from a day before the doors until a day after them, only for the event', async () => {
    const doors = async (inMs: number) =>
      update(server, 'reward_kind', { opens_at: server.clock.now() + inMs }, { reward_type: 'concert' })
    const [store] = await rowsOf(server, 'store', { active: 1 })
    const shop = await desk.join('staff', 'ร้าน', [store?.code ?? ''])
    expect(await list(shop)).toMatchObject({ keepUntil: null, entries: [], stores: [{ code: store?.code }] })
    for (const [inMs, size] of [
      [25 * HOUR_MS, 0],
      [23 * HOUR_MS, 2],
      [-23 * HOUR_MS, 2],
      [-24 * HOUR_MS, 0],
    ] as const) {
      await doors(inMs)
      expect([inMs, (await list()).entries.length]).toEqual([inMs, size])
    }
  })
})

test('the doors are those of the prize’s event, and a cancelled event has no list', async () => {
  await update(server, 'reward_kind', { opens_at: null }, { reward_type: 'concert' })
  const doors = server.clock.now() + HOUR_MS
  const event = { startsAt: isoOf(doors + HOUR_MS), venueTh: 'ลาน', venueEn: 'Arena' }
  const setEvent = (more: object) =>
    update(server, 'draw', { handover: JSON.stringify({ concert: { event: { ...event, ...more } } }) })
  await setEvent({ doorsAt: isoOf(doors) })
  expect((await list()).keepUntil).toBe(doors + DAY_MS)
  await setEvent({})
  expect((await list()).keepUntil).toBe(doors + HOUR_MS + DAY_MS)
  await setEvent({ cancelled: true })
  expect(await list()).toMatchObject({ keepUntil: null, entries: [] })
})

describe('hand-overs without a network', () => {
  test('are recorded with the time on the device, once for each key', async () => {
    const one = offline(await codeOf(winner), server.clock.now() + 20_000)
    server.clock.advance(50 * MINUTE_MS)
    expect((await sync([one])).results).toEqual([{ key: one.key, answer: { result: 'done', at: one.at } }])
    const again = await sync([one])
    expect(again.results).toEqual([{ key: one.key, answer: { result: 'done', at: one.at } }])
    expect(again.conflicts).toEqual([])
    expect(await rowsOf(server, 'reward_use')).toMatchObject([{ used_at: one.at }])
    expect(await rowsOf(server, 'audit', { action: 'desk staff hand over offline' })).toHaveLength(1)
  })

  test('two devices that took the same code are both told the code, both devices and both times', async () => {
    const other = await desk.join('staff', 'ต้น')
    const code = await codeOf(winner)
    const [one, two] = [offline(code), offline(code, server.clock.now() + 30_000)]
    server.clock.advance(50 * MINUTE_MS)
    expect((await sync([two], { device: 'Door 2', by: other })).conflicts).toEqual([])
    const late = await sync([one])
    expect(late.results).toEqual([{ key: one.key, answer: { result: 'used', at: two.at, device: 'Door 2' } }])
    const conflict = {
      key: one.key,
      code: code.split('.')[1]?.slice(-8).toUpperCase(),
      name: 'สมชาย ใจดี',
      title: { th: expect.any(String), en: expect.any(String) },
      reason: null,
      first: { at: two.at, device: 'Door 2' },
      second: { at: one.at, device: 'Door 1' },
    }
    expect(late.conflicts).toEqual([conflict])
    expect((await sync([], { device: 'Door 2', by: other })).conflicts).toEqual([conflict])
    const third = await desk.join('staff', 'ฟ้า')
    expect((await sync([], { by: third })).conflicts).toEqual([])
    server.clock.advance(2 * DAY_MS)
    const back = await desk.join('staff', 'แพร')
    expect((await sync([], { by: back })).conflicts).toEqual([])
  })

  test('a use with a PIN in between is a conflict without a device', async () => {
    const one = offline(await codeOf(winner))
    const row = { customer_id: winner.customerId, reward_type: 'concert', code: 'X', store_id: null }
    await server.db
      .insertInto('reward_use')
      .values({ ...row, used_at: 5 })
      .execute()
    expect((await sync([one])).conflicts).toMatchObject([{ first: { at: 5, device: null } }])
  })

  test('a counter prize that the desk recorded as received in between is a conflict without a device', async () => {
    const { prizes } = await rowOf(server, 'draw')
    const atCounter = JSON.parse(prizes).map((prize: object) => ({ ...prize, delivery: 'counter' }))
    await update(server, 'draw', { prizes: JSON.stringify(atCounter) })
    const one = offline(await codeOf(winner))
    const support = await desk.join('support', 'Beam')
    const params = { id: winner.customerId }
    const body = { version: 1, change: { change: 'receive', done: true } } as const
    expect((await support.call('changeDelivery', { params, body })).status).toBe(200)
    const first = { at: server.clock.now(), device: null }
    server.clock.advance(MINUTE_MS)
    expect((await sync([one])).conflicts).toMatchObject([{ reason: null, first, second: { at: one.at } }])
  })

  test('a customer who was blocked meanwhile is named with the reason', async () => {
    const one = offline(await codeOf(winner))
    await run('customer', 'block', winner.customerId, '--reason', 'fraud')
    const { results, conflicts } = await sync([one])
    expect(results).toEqual([{ key: one.key, answer: { result: 'no', reason: 'blocked' } }])
    expect(conflicts).toMatchObject([{ reason: 'blocked', first: null, second: { device: 'Door 1' } }])
  })

  test.each(['given-up', 'cancelled'] as const)(
    'a prize that is %s meanwhile is named with the reason',
    async reason => {
      const one = offline(await codeOf(winner))
      const startsAt = isoOf(server.clock.now())
      const event = { startsAt, venueTh: 'ลาน', venueEn: 'Arena', cancelled: true }
      if (reason === 'cancelled')
        await update(server, 'draw', { handover: JSON.stringify({ concert: { event } }) })
      else await update(server, 'reward', { draw_state: 'expired' }, { customer_id: winner.customerId })
      const { results, conflicts } = await sync([one])
      expect(results).toEqual([{ key: one.key, answer: { result: 'no', reason } }])
      const second = { at: one.at, device: 'Door 1' }
      const code = one.code.split('.')[1]?.slice(-8).toUpperCase()
      expect(conflicts).toMatchObject([{ code, reason, first: null, second }])
      expect(await rowsOf(server, 'reward_use')).toEqual([])
    },
  )

  test('a wrong clock of the device is corrected by the time in the code', async () => {
    const now = server.clock.now()
    const one = offline(await codeOf(winner), now - 30 * DAY_MS)
    const two = offline(await codeOf(second), now + 30 * DAY_MS)
    server.clock.advance(50 * MINUTE_MS)
    const times = (await sync([one, two])).results.map(({ answer }) => answer.result === 'done' && answer.at)
    for (const at of times) expect(Math.abs(Number(at) - now)).toBeLessThanOrEqual(MINUTE_MS / 2)
  })

  test('a code that this campaign did not make is refused and stored nowhere', async () => {
    const [prefix, id, step] = (await codeOf(winner)).split('.')
    const one = offline([prefix, id, step, 'A'.repeat(22)].join('.'))
    expect((await sync([one])).results).toEqual([
      { key: one.key, answer: { result: 'no', reason: 'unknown' } },
    ])
    expect(await rowsOf(server, 'hand_over')).toEqual([])
  })

  test('the answer has what others handed over, unless the device knows it, and counts', async () => {
    const other = await desk.join('staff', 'ต้น')
    await sync([offline(await codeOf(winner))], { device: 'Door 2', by: other })
    const { used, counts } = await sync([])
    expect(used).toMatchObject([{ rewardType: 'concert', device: 'Door 2' }])
    expect(counts).toEqual({ device: 0, all: 1, expected: 2 })
    expect((await sync([], { known: 1 })).used).toBeNull()
    expect((await sync([], { device: 'Door 2', by: other })).counts.device).toBe(1)
  })
})
