import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { columnsOf, eachTest, rowsOf, testServer, update } from '#tests/kit/server.ts'
import { actsAt, codeOf, openDoors } from '#tests/kit/staff.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const run = organiser(server)
const winner = eachTest(async () => (await openDoors(server))[0])
const door = eachTest(() => desk.join('staff', 'แพร'))

const { check, body, handOver } = actsAt(() => door)

/** Lets the winner decline the prize and then leave. A winner who has not declined cannot leave. */
async function giveUpAndLeave() {
  await update(server, 'reward', { draw_state: 'declined' }, { customer_id: winner.customerId })
  expect(await run('customer', 'erase', winner.customerId)).toMatchObject({ code: 0 })
}

describe('checking a code', () => {
  test('shows whose it is, and what staff may hand over', async () => {
    expect(await check(await codeOf(winner))).toMatchObject({
      result: 'person',
      name: 'สมชาย ใจดี',
      items: [
        { rewardType: 'concert', title: { en: 'Concert ticket' }, state: { kind: 'ready' } },
        { rewardType: 'receipt', state: { kind: 'no', reason: 'locked' } },
        { rewardType: 'gift', state: { kind: 'no', reason: 'locked' } },
      ],
    })
  })

  test('refuses what this campaign did not make: another campaign’s code, and any other text', async () => {
    const [prefix, id, step] = (await codeOf(winner)).split('.')
    const other = [prefix, id, step, 'A'.repeat(22)].join('.')
    const unknown = { result: 'no', reason: 'unknown', madeAt: null }
    for (const code of [other, 'https://example.com', 'CQ1.x']) expect(await check(code)).toEqual(unknown)
  })

  test('refuses a photographed screen after a minute, and says from when it is', async () => {
    const code = await codeOf(winner)
    server.clock.advance(30_000)
    expect(await check(code)).toMatchObject({ result: 'person' })
    server.clock.advance(MINUTE_MS)
    const answer = await check(code)
    expect(answer).toMatchObject({ result: 'no', reason: 'old' })
    expect(answer.result === 'no' && answer.madeAt).toBeGreaterThan(server.clock.now() - 3 * MINUTE_MS)
  })

  test('refuses a code of a phone whose clock is ahead, and says so', async () => {
    const now = server.clock.now()
    server.clock.advance(7 * MINUTE_MS)
    const code = await codeOf(winner)
    server.clock.advance(now - server.clock.now())
    expect(await check(code)).toMatchObject({ result: 'no', reason: 'future', madeAt: expect.any(Number) })
    expect(await handOver(body(code))).toEqual({ result: 'no', reason: 'future' })
  })

  test('refuses a blocked customer and one who has left', async () => {
    const code = await codeOf(winner)
    await run('customer', 'block', winner.customerId, '--reason', 'fraud')
    expect(await check(code)).toMatchObject({ result: 'no', reason: 'blocked' })
    await run('customer', 'unblock', winner.customerId)
    await giveUpAndLeave()
    expect(await check(code)).toMatchObject({ result: 'no', reason: 'left' })
  })

  test.each([
    ['won', 'not-confirmed'],
    ['declined', 'given-up'],
  ] as const)('says that a winner who is %s gets nothing', async (draw_state, reason) => {
    await update(server, 'reward', { draw_state }, { customer_id: winner.customerId })
    const answer = await check(await codeOf(winner))
    expect(
      answer.result === 'person' && answer.items.find(one => one.rewardType === 'concert'),
    ).toMatchObject({
      state: { kind: 'no', reason },
    })
  })

  test('before the doors, a seat cannot be handed over', async () => {
    const opens_at = server.clock.now() + HOUR_MS
    await update(server, 'reward_kind', { opens_at }, { reward_type: 'concert' })
    const code = await codeOf(winner)
    expect(await handOver(body(code))).toEqual({ result: 'no', reason: 'not-open' })
  })

  test('is in the audit log with the customer and without the code', async () => {
    const code = await codeOf(winner)
    await check(code)
    await check('nonsense')
    const entries = await columnsOf(server, 'audit', ['actor', 'detail'], { action: 'desk staff check' })
    expect(entries.map(({ detail }) => JSON.parse(detail))).toEqual([
      { customerId: winner.customerId },
      { reason: 'unknown' },
    ])
    expect(entries[0]?.actor).toBe(`แพร (desk ${door.personId})`)
    expect(JSON.stringify(entries)).not.toContain(code)
  })
})

describe('handing over', () => {
  test('works once, and then names the device and the time', async () => {
    const code = await codeOf(winner)
    const now = server.clock.now()
    expect(await handOver(body(code))).toEqual({ result: 'done', at: now })
    server.clock.advance(1000)
    const other = await desk.join('staff', 'ต้น')
    expect(await handOver(body(code, { device: 'Door 2' }), other)).toEqual({
      ...{ result: 'used', at: now, device: 'Door 1' },
    })
    const answer = await check(code, other)
    expect(answer.result === 'person' && answer.items[0]?.state).toEqual({
      ...{ kind: 'used', at: now, device: 'Door 1' },
    })
    expect(
      (await winner.call('getReward')).body.items.find(one => one.rewardType === 'concert'),
    ).toMatchObject({
      state: 'used',
    })
  })

  test('a repeat with the same key gets the same answer and changes nothing', async () => {
    const given = body(await codeOf(winner))
    const first = await handOver(given)
    server.clock.advance(20 * MINUTE_MS)
    expect(await handOver(given)).toEqual(first)
    expect(await rowsOf(server, 'hand_over')).toHaveLength(1)
    const audited = await rowsOf(server, 'audit', { action: 'desk staff hand over' })
    expect(audited.map(({ detail }) => JSON.parse(detail))).toEqual([
      { customerId: winner.customerId, rewardType: 'concert', store: null, result: 'done' },
    ])
    const other = await desk.join('staff', 'ต้น')
    expect((await other.call('handOver', { body: given })).status).toBe(400)
  })

  test('exactly one of many simultaneous attempts succeeds', async () => {
    const people = [door, await desk.join('staff', 'ต้น'), await desk.join('staff', 'ฟ้า')]
    const code = await codeOf(winner)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        handOver(body(code, { device: `Door ${n}` }), people[n % people.length]),
      ),
    )
    expect(answers.filter(({ result }) => result === 'done')).toHaveLength(1)
    const [done] = await rowsOf(server, 'hand_over')
    for (const answer of answers.filter(({ result }) => result !== 'done'))
      expect(answer).toEqual({ result: 'used', at: done?.at, device: done?.device })
    expect(await rowsOf(server, 'reward_use')).toHaveLength(1)
  })

  test('an old code hands nothing over', async () => {
    const code = await codeOf(winner)
    server.clock.advance(6 * MINUTE_MS)
    expect(await handOver(body(code))).toEqual({ result: 'no', reason: 'old' })
    expect(await rowsOf(server, 'reward_use')).toEqual([])
  })

  test('a store hands over its rewards and is named in the use, but never a seat', async () => {
    const [store, other] = await rowsOf(server, 'store', { active: 1 })
    const codes = [store?.code ?? '', other?.code ?? '']
    const shop = await desk.join('staff', 'ร้าน', codes)
    await update(server, 'reward_kind', { unlocked_by: 'registered' }, { reward_type: 'gift' })
    const code = await codeOf(winner)
    expect(await handOver(body(code, { store: codes[0] ?? '' }), shop)).toEqual({
      ...{ result: 'no', reason: 'elsewhere' },
    })
    const wrong = body(code, { rewardType: 'gift', store: 'XX' })
    expect((await shop.call('handOver', { body: wrong })).status).toBe(400)
    // The audit log records refusals, so a refusal must not contain an invented store.
    expect((await shop.call('handOver', { body: { ...wrong, code: 'nonsense' } })).status).toBe(400)
    expect((await shop.call('handOver', { body: { ...wrong, store: null } })).status).toBe(400)
    expect(await handOver({ ...wrong, store: codes[1] ?? '' }, shop)).toMatchObject({ result: 'done' })
    expect((await rowsOf(server, 'reward_use'))[0]?.store_id).toBe(other?.id)
  })

  test('a reward that is out of stock is not handed over', async () => {
    await update(server, 'reward_kind', { unlocked_by: 'registered' }, { reward_type: 'gift' })
    await update(server, 'reward_stock', { remaining: 0 }, { reward_type: 'gift' })
    expect(await handOver(body(await codeOf(winner), { rewardType: 'gift' }))).toEqual({
      ...{ result: 'no', reason: 'out-of-stock' },
    })
  })

  test('a customer who leaves is forgotten', async () => {
    await update(server, 'reward_kind', { unlocked_by: 'registered' }, { reward_type: 'gift' })
    await handOver(body(await codeOf(winner), { rewardType: 'gift' }))
    expect(await rowsOf(server, 'hand_over')).toHaveLength(1)
    await giveUpAndLeave()
    expect(await rowsOf(server, 'hand_over')).toEqual([])
  })
})

describe('people who work as staff', () => {
  test('a revoked account can neither check, hand over, load the list nor send', async () => {
    const manager = await desk.join('manager')
    await manager.call('endPerson', { params: { id: door.personId }, body: {} })
    const code = await codeOf(winner)
    const synced = { device: 'Door 1', store: null, known: 0, handOvers: [] }
    for (const { status, error } of [
      await door.call('checkCode', { body: { code } }),
      await door.call('handOver', { body: body(code) }),
      await door.call('nightList'),
      await door.call('syncHandOvers', { body: synced }),
    ])
      expect([status, error.error]).toEqual([401, 'SIGNED_OUT'])
    expect(await rowsOf(server, 'reward_use')).toEqual([])
  })

  test('a manager invites them to the event or to stores that exist, and can change the place', async () => {
    const manager = await desk.join('manager')
    const invite = (place: 'event' | string[]) =>
      manager.call('invite', { body: { name: 'New', role: 'staff', place } })
    expect((await invite(['no-store'])).error).toMatchObject({ error: 'VALIDATION' })
    const [store] = await rowsOf(server, 'store', { active: 1 })
    const { people } = (await invite([store?.code ?? ''])).body
    expect(people.find(({ name }) => name === 'New')).toMatchObject({ role: 'staff', place: [store?.code] })
    const params = { id: door.personId }
    const changed = await manager.call('changeRole', { params, body: { role: 'reviewer' } })
    expect(changed.body.people.find(({ id }) => id === door.personId)).toMatchObject({ place: null })
    expect((await door.call('checkCode', { body: { code: 'x' } })).status).toBe(401)
  })

  test('the command line invites them', async () => {
    process.env.DESK_URL = 'https://desk.example'
    const invite = (...more: string[]) => run('desk', 'invite', 'Nok', '--role', 'staff', ...more)
    expect((await invite()).err).toContain('--place: must be event')
    expect((await invite('--place', 'XX')).err).toContain('no store has the code "XX"')
    expect(await invite('--place', 'event')).toMatchObject({ code: 0 })
    delete process.env.DESK_URL
    expect(await rowsOf(server, 'desk_person', { name: 'Nok' })).toMatchObject([
      { role: 'staff', place: 'event' },
    ])
  })
})
