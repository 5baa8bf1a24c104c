import { beforeEach, describe, expect, test } from 'vitest'
import type { DeskBody } from '#contract/desk-calls.ts'
import { isoOf } from '#contract/time.ts'
import { newKey } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowsOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'
import { codeOf, openDoors } from '#tests/kit/staff.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
type Joined = Awaited<ReturnType<typeof desk.join>>

let door: Joined
let winner: SignedIn
beforeEach(async () => {
  ;[winner] = await openDoors(server)
  door = await desk.join('staff', 'แพร')
})

const check = async (code: string, by = door) => (await by.call('checkCode', { body: { code } })).body
const body = (code: string, more: Partial<DeskBody<'handOver'>> = {}): DeskBody<'handOver'> => ({
  ...{ key: newKey(), code, rewardType: 'concert', device: 'Door 1', store: null },
  ...more,
})
const handOver = async (given: DeskBody<'handOver'>, by = door) =>
  (await by.call('handOver', { body: given })).body

const cancelEvent = () => {
  const event = { startsAt: isoOf(server.clock.now()), venueTh: 'ลาน', venueEn: 'Arena', cancelled: true }
  return update(server, 'draw', { handover: JSON.stringify({ concert: { event } }) })
}
const who = () => ({ customer_id: winner.customerId })

test.each([
  ['declines', 'given-up', () => update(server, 'reward', { draw_state: 'declined' }, who())],
  [
    'misses the deadline',
    'given-up',
    () => update(server, 'reward', { draw_state: 'won', confirm_by: server.clock.now() - 1 }, who()),
  ],
  [
    'loses the prize to a reserve',
    'given-up',
    () => update(server, 'reward', { draw_state: 'expired' }, who()),
  ],
  ['wins a concert that is cancelled', 'cancelled', cancelEvent],
  [
    'wins a draw whose result is withdrawn',
    'locked',
    () => update(server, 'campaign', { announced_at: null }),
  ],
] as const)('a winner who %s after the scan gets nothing', async (_, reason, happens) => {
  const code = await codeOf(winner)
  expect(await check(code)).toMatchObject({
    result: 'person',
    items: [{ state: { kind: 'ready' } }, {}, {}],
  })
  await happens()
  expect(await handOver(body(code))).toEqual({ result: 'no', reason })
  expect(await rowsOf(server, 'reward_use')).toEqual([])
})

test('a cancelled concert’s seat cannot be used with a PIN either', async () => {
  await cancelEvent()
  const { items } = (await winner.call('getReward')).body
  expect(items.find(({ rewardType }) => rewardType === 'concert')).toMatchObject({ state: 'locked' })
})

describe('a winner who is a minor', () => {
  const guardian = { needsGuardian: true } as const
  const seat = async () => {
    const answer = await check(await codeOf(winner))
    return answer.result === 'person' && answer.items.find(one => one.rewardType === 'concert')?.state
  }
  const bornIn = (year: number) =>
    update(server, 'customer', { birth_date: `${year}-01-01` }, { id: winner.customerId })
  const listed = async () => (await door.call('nightList')).body.entries.length
  beforeEach(async () => {
    await bornIn(2010)
  })

  test('gets the prize only after the staff member has seen the guardian’s consent, which is recorded', async () => {
    expect(await seat()).toEqual({ kind: 'ready', ...guardian })
    const code = await codeOf(winner)
    expect(await handOver(body(code))).toEqual({ result: 'no', reason: 'guardian' })
    expect(await handOver(body(code, { guardianSeen: true }))).toMatchObject({ result: 'done' })
    const [row] = await rowsOf(server, 'prize_delivery', { customer_id: winner.customerId })
    expect(row).toMatchObject({ guardian_at: server.clock.now(), version: 2 })
    const audited = await rowsOf(server, 'audit', { action: 'desk staff hand over' })
    expect(audited.map(({ detail }) => JSON.parse(detail).guardianSeen)).toEqual([undefined, true])
  })

  test('is on the list of the night only after the desk has seen the consent', async () => {
    expect(await listed()).toBe(1)
    const support = await desk.join('support')
    const change = { version: 1, change: { change: 'guardian', done: true } } as const
    await support.call('changeDelivery', { params: { id: winner.customerId }, body: change })
    expect(await listed()).toBe(2)
    expect(await seat()).toEqual({ kind: 'ready', needsGuardian: false })
  })

  test('is reported if a device without a network handed the prize over', async () => {
    const one = {
      key: newKey(),
      code: await codeOf(winner),
      rewardType: 'concert',
      at: server.clock.now(),
    } as const
    const synced = { device: 'Door 1', store: null, known: 0, handOvers: [one] }
    const { conflicts } = (await door.call('syncHandOvers', { body: synced })).body
    expect(conflicts).toMatchObject([{ reason: 'guardian', second: { at: one.at } }])
  })

  test('needs no consent from the twentieth birthday on', async () => {
    await bornIn(2006)
    expect(await seat()).toEqual({ kind: 'ready', needsGuardian: false })
    expect(await listed()).toBe(2)
  })
})

test('a winner who has not paid the withholding tax gets nothing, and is not on the list of the night', async () => {
  await update(server, 'prize_delivery', { tax_paid_at: null }, { customer_id: winner.customerId })
  const code = await codeOf(winner)
  expect(await check(code)).toMatchObject({
    items: [{}, {}, { state: { kind: 'no', reason: 'tax-unpaid' } }],
  })
  expect(await handOver(body(code))).toEqual({ result: 'no', reason: 'tax-unpaid' })
  expect((await door.call('nightList')).body.entries).toHaveLength(1)
})

test('the command line asks for the tax and the guardian’s consent as well', async () => {
  const use = async () => organiser(server)('qr', 'use', await codeOf(winner), 'concert')
  await update(server, 'prize_delivery', { tax_paid_at: null }, { customer_id: winner.customerId })
  await update(server, 'customer', { birth_date: '2010-01-01' }, { id: winner.customerId })
  expect((await use()).err).toContain('tax of this prize is not recorded as paid')
  await update(server, 'prize_delivery', { tax_paid_at: 1 }, { customer_id: winner.customerId })
  expect((await use()).err).toContain('guardian’s consent is not recorded')
  expect((await organiser(server)('winners', 'guardian', winner.customerId)).code).toBe(0)
  expect((await use()).out).toContain('voucher code')
})
