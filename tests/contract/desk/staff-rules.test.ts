import { beforeEach, describe, expect, test } from 'vitest'
import { isoOf } from '#contract/time.ts'
import { hashPin } from '#server/campaign/staff-pin.ts'
import { newKey, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { insert } from '#tests/kit/rows.ts'
import { eachTest, rowsOf, testServer, update } from '#tests/kit/server.ts'
import { actsAt, codeOf, openDoors } from '#tests/kit/staff.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const winner = eachTest(async () => (await openDoors(server))[0])
const door = eachTest(() => desk.join('staff', 'แพร'))

const { check, body, handOver } = actsAt(() => door)

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
  const insertGuardianConsent = () =>
    insert(server, 'consent', {
      ...{ id: newKey(), customer_id: winner.customerId, kind: 'guardian', version: '1', granted: 1 },
      ...{ text_sha256: null, at: 1 },
    })
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

  test('cannot become 20 or older by changing the birthday, but an adult winner may correct it', async () => {
    const change = async (birthDate: string) => {
      const { status, error } = await winner.call('putCustomer', { body: { birthDate } })
      return [status, error?.fields]
    }
    await insertGuardianConsent()
    expect(await change('1990-01-01')).toEqual([400, [{ path: 'birthDate', code: 'winner' }]])
    expect(await seat()).toEqual({ kind: 'ready', ...guardian })
    expect((await change('2009-01-01'))[0]).toBe(200)
    await update(server, 'reward', { draw_state: 'declined' }, who())
    expect((await change('1990-01-01'))[0]).toBe(200)
    await update(server, 'reward', { draw_state: 'confirmed' }, who())
    expect((await change('1991-01-01'))[0]).toBe(200)
  })

  test('needs no consent after support has corrected the birthday by the ID card', async () => {
    const support = await desk.join('support')
    const correct = (birthDate: string) =>
      support.call('correctBirthday', { params: { id: winner.customerId }, body: { birthDate } })
    expect((await correct('1990-01-01')).status).toBe(200)
    expect(await seat()).toEqual({ kind: 'ready', needsGuardian: false })
    expect((await correct('2009-01-01')).status).toBe(200)
    expect(await seat()).toEqual({ kind: 'ready', ...guardian })
  })

  test('keeps the record of the consent after the hand-over', async () => {
    expect(await handOver(body(await codeOf(winner), { guardianSeen: true }))).toMatchObject({
      result: 'done',
    })
    const support = await desk.join('support')
    for (const change of ['guardian', 'tax-paid'] as const) {
      const { status, error } = await support.call('changeDelivery', {
        params: { id: winner.customerId },
        body: { version: 2, change: { change, done: false } },
      })
      expect([status, error?.detail]).toEqual([409, 'HANDED_OVER'])
    }
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

test('a PIN hands a prize over only after the tax and the guardian’s consent are recorded', async () => {
  await setCampaign(server, { staff_pin_hash: await hashPin('482100') })
  const use = async (staffPin = '482100') =>
    (await winner.call('useReward', { body: { rewardType: 'concert', staffPin }, key: newKey() })).error.error
  const delivery = (set: object) => update(server, 'prize_delivery', set, who())
  await update(server, 'customer', { birth_date: '2010-01-01' }, { id: winner.customerId })
  await delivery({ tax_paid_at: null })
  // A PIN cannot change this result, so a wrong PIN is not counted.
  expect([await use(), await use('000000')]).toEqual(['TAX_UNPAID', 'TAX_UNPAID'])
  await delivery({ tax_paid_at: 1 })
  expect(await use()).toBe('GUARDIAN_MISSING')
  expect(await rowsOf(server, 'reward_use')).toEqual([])
  expect((await rowsOf(server, 'reward', who()))[0]).toMatchObject({ pin_failures: 0 })
  await delivery({ guardian_at: 1 })
  expect(await use()).toBeUndefined()
  expect(await rowsOf(server, 'reward_use')).toHaveLength(1)
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
