import { beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryChange } from '#contract/desk/winners.ts'
import { isoOf } from '#contract/time.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { changeDelivery } from '#server/winners/change.ts'
import { campaignOf, newKey, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'
import { announceWinners, sixStates } from '#tests/kit/winners.ts'

let people: SignedIn[]
const server = eachTest(testServer)
beforeEach(async () => {
  people = await announceWinners(server, sixStates)
})

/**
 * Returns the winner of this rank. Ranks 3 and 5 have confirmed a prize that is sent, rank 1 has confirmed a seat, and
 * rank 4 has declined.
 */
const at = (rank: number): SignedIn => people[rank - 1] as SignedIn
const ship: DeliveryChange = { change: 'ship', carrier: 'ไปรษณีย์ไทย', trackingNo: 'EX123456789TH' }
const received = { change: 'receive', done: true } as const

/** Records a change as the desk and the command line do. Returns null, or the code of the refusal. */
const record = (rank: number, change: DeliveryChange): Promise<string | null> =>
  inTransaction(server.db, trx =>
    changeDelivery(trx, at(rank).customerId, change, { now: server.clock.now(), version: null }),
  ).then(
    () => null,
    error => error.code ?? String(error),
  )
const luckyDraw = async (who: SignedIn) => (await who.call('getReward')).body.luckyDraw
const decide = async (who: SignedIn, attend: boolean) => {
  const reply = await who.call('confirmConcert', { body: { attend }, key: newKey() })
  return reply.status === 200 ? null : `${reply.status} ${reply.error.error}`
}
const stateOf = async (rank: number) =>
  (await rowOf(server, 'reward', { customer_id: at(rank).customerId })).draw_state
const sentAt = async (rank: number) =>
  (
    await server.db
      .selectFrom('prize_delivery')
      .select('shipped_at')
      .where('customer_id', '=', at(rank).customerId)
      .executeTakeFirst()
  )?.shipped_at ?? null

describe('the winner', () => {
  test('sees the carrier and the number once the parcel is sent, and that it was received', async () => {
    expect(await luckyDraw(at(3))).not.toHaveProperty('delivery')
    const sent = server.clock.now()
    const before = (await server.call('getReward', { token: at(3).token })).body.version
    await record(3, ship)
    expect((await luckyDraw(at(3))).delivery).toEqual({
      carrier: 'ไปรษณีย์ไทย',
      trackingNo: 'EX123456789TH',
      sentAt: isoOf(sent),
      receivedAt: null,
    })
    // A phone with the previous version loads the reward again.
    expect((await server.call('getReward', { token: at(3).token })).body.version).toBe(before + 1)
    server.clock.advance(1000)
    await record(3, received)
    expect((await luckyDraw(at(3))).delivery).toMatchObject({
      sentAt: isoOf(sent),
      receivedAt: isoOf(sent + 1000),
    })
    await record(3, { change: 'receive', done: false })
    await record(3, { change: 'unship' })
    expect(await luckyDraw(at(3))).not.toHaveProperty('delivery')
  })

  test('sees that a prize at the venue was handed over, without a parcel; the tax alone shows nothing', async () => {
    await record(1, { change: 'tax-paid', done: true })
    expect(await luckyDraw(at(1))).not.toHaveProperty('delivery')
    await record(1, received)
    expect((await luckyDraw(at(1))).delivery).toEqual({
      carrier: null,
      trackingNo: null,
      sentAt: null,
      receivedAt: isoOf(server.clock.now()),
    })
  })

  test('is the only customer who sees it, in no public call, and only after the announcement', async () => {
    await record(3, ship)
    for (const rank of [1, 2, 4, 5, 6])
      expect(JSON.stringify(await luckyDraw(at(rank)))).not.toContain('EX123456789TH')
    const { id } = await rowOf(server, 'draw')
    expect((await server.call('draw', { params: { id } })).text).not.toContain('EX123456789TH')
    await setCampaign(server, { announced_at: server.clock.now() + 1 })
    expect(await luckyDraw(at(3))).toMatchObject({ state: 'entered', prize: null })
    expect(await luckyDraw(at(3))).not.toHaveProperty('delivery')
  })

  test('gets the parcel with the visit that opens the app', async () => {
    await record(3, ship)
    const { token, user } = at(3)
    const body = { lineUserId: user.userId, lineDisplayName: 'สมชาย', linePictureUrl: null }
    const reply = await server.call('visit', { token, body })
    expect(reply.body.reward).toMatchObject({
      value: { luckyDraw: { delivery: { trackingNo: 'EX123456789TH' } } },
    })
  })
})

describe('a prize that was sent or handed over', () => {
  const gone = async (rank: number) => {
    expect(await decide(at(rank), false)).toBe('409 PRIZE_SENT')
    expect(await stateOf(rank)).toBe('confirmed')
    // Confirming again is still treated as a repeat.
    expect(await decide(at(rank), true)).toBeNull()
  }

  test('cannot be declined while the parcel is on its way, nor after it arrived', async () => {
    await record(3, ship)
    await gone(3)
    await record(3, received)
    await gone(3)
  })

  test('cannot be declined after it was handed over at the venue', async () => {
    await record(1, { change: 'tax-paid', done: true })
    await record(1, received)
    await gone(1)
  })

  test('cannot be declined after staff have let the winner in', async () => {
    await record(1, { change: 'tax-paid', done: true })
    await update(server, 'reward_kind', { opens_at: null, needs_staff: 0 })
    const use = { token: at(1).token, body: { rewardType: 'concert' } as const, key: newKey() }
    expect((await server.call('useReward', use)).status).toBe(200)
    await gone(1)
  })

  test('cannot be collected at the counter after it was recorded as received', async () => {
    await update(server, 'reward_kind', { opens_at: null, needs_staff: 0 })
    const { prizes } = await rowOf(server, 'draw')
    const atCounter = prizes.replaceAll('"seat"', '"counter"')
    expect(atCounter).not.toBe(prizes)
    await update(server, 'draw', { prizes: atCounter })
    await record(1, { change: 'tax-paid', done: true })
    await record(1, received)
    const use = () =>
      server.call('useReward', { token: at(1).token, body: { rewardType: 'concert' }, key: newKey() })
    expect(await use()).toMatchObject({ status: 409, error: { error: 'REWARD_USED' } })
    await record(1, { change: 'receive', done: false })
    expect((await use()).status).toBe(200)
  })

  test('can be declined again when the parcel came back, and the tax alone does not matter', async () => {
    await record(3, ship)
    await record(3, { change: 'unship' })
    expect(await decide(at(3), false)).toBeNull()
    await record(1, { change: 'tax-paid', done: true })
    expect(await decide(at(1), false)).toBeNull()
  })

  test('keeps its winner in the campaign: in the app, on the command line and at the desk', async () => {
    await record(3, ship)
    const { token, customerId } = at(3)
    const body = { confirm: true, lineAccessToken: 'x' } as const
    const left = await server.call('cancel', { token, body, key: newKey() })
    const erased = await server.call('deleteCustomer', { token, key: newKey() })
    for (const { status, error } of [left, erased]) expect([status, error.error]).toEqual([409, 'PRIZE_SENT'])
    const run = await organiser(server)('customer', 'erase', customerId)
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('was sent or handed over') })
    expect((await server.call('getCustomer', { token })).status).toBe(200)
    const desk = await testDesk(server)
    const [mali, nok] = [await desk.join('manager', 'Mali'), await desk.join('manager', 'Nok')]
    const input = { action: 'erase-customer', customerId } as const
    const asked = await mali.call('askApproval', { body: { input } })
    const decided = await nok.approve(asked.body.approvals[0]?.id ?? '')
    expect(decided.error).toMatchObject({ error: 'REFUSED', detail: 'PRIZE_SENT' })
    expect((await server.call('getCustomer', { token })).status).toBe(200)
  })

  test('is not given to a reserve, even if a former release let its winner decline or leave', async () => {
    await record(3, ship)
    await record(5, ship)
    await update(server, 'reward', { draw_state: 'declined' }, { customer_id: at(3).customerId })
    await update(server, 'customer', { status: 'cancelled' }, { id: at(5).customerId })
    expect(await organiser(server)('draw', 'promote')).toMatchObject({ code: 0 })
    // Only the seat of rank 4 is vacant.
    const seats = await server.db
      .selectFrom('draw_winner')
      .select(['rank', 'seat'])
      .where('promoted_at', 'is not', null)
      .execute()
    expect(seats.map(({ rank, seat }) => [Number(rank), Number(seat)])).toEqual([[6, 4]])
  })
})

describe('a prize that was given up', () => {
  test('cannot be sent, corrected or handed over', async () => {
    await record(3, ship)
    await record(3, { change: 'unship' })
    expect(await decide(at(3), false)).toBeNull()
    for (const change of [ship, received, { change: 'unship' } as const])
      expect(await record(3, change)).toBe('GIVEN_UP')
    const { confirm_by } = await campaignOf(server)
    server.clock.advance(confirm_by + 1 - server.clock.now())
    expect(await record(2, ship)).toBe('GIVEN_UP')
    const run = organiser(server)
    const options = ['--carrier', 'ไปรษณีย์ไทย', '--tracking', 'EX123456789TH']
    expect(await run('winners', 'ship', at(3).customerId, ...options)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has declined the prize'),
    })
    expect([await sentAt(2), await sentAt(3)]).toEqual([null, null])
  })

  test('and sent at the same moment: exactly one of the two succeeds', async () => {
    for (let round = 0; round < 6; round++) {
      const rank = 3
      await server.db.deleteFrom('prize_delivery').execute()
      await update(server, 'reward', { draw_state: 'confirmed' }, { customer_id: at(rank).customerId })
      const both = [() => record(rank, ship), () => decide(at(rank), false)]
      const order = round % 2 === 0 ? both : both.toReversed()
      const [first, second] = await Promise.all(order.map(start => start()))
      const [sent, declined] = round % 2 === 0 ? [first, second] : [second, first]
      expect([sent, declined]).toBeOneOf([
        [null, '409 PRIZE_SENT'],
        ['GIVEN_UP', null],
      ])
      expect([await stateOf(rank), (await sentAt(rank)) !== null]).toEqual(
        sent === null ? ['confirmed', true] : ['declined', false],
      )
    }
  })
})
