import { beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryChange, WinnerFilter } from '#contract/desk/winners.ts'
import { campaignOf, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { columnsOf, eachTest, insert, rowOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'
import { announceWinners, sixStates } from '#tests/kit/winners.ts'

let support: Awaited<ReturnType<typeof desk.join>>
let people: SignedIn[]

const idAt = (rank: number) => people[rank - 1]?.customerId ?? ''
const ship = (trackingNo = 'EX123456789TH'): DeliveryChange => ({
  change: 'ship',
  carrier: 'ไปรษณีย์ไทย',
  trackingNo,
})
const change = async (rank: number, wanted: DeliveryChange, version?: number, by = support) => {
  const { winner } = (await by.call('winner', { params: { id: idAt(rank) } })).body
  const body = { version: version ?? winner.version, change: wanted }
  const { status, error } = await by.call('changeDelivery', { params: { id: idAt(rank) }, body })
  return status === 200 ? null : [error.error, error.detail].filter(Boolean).join(' ')
}
const winner = async (rank: number) =>
  (await support.call('winner', { params: { id: idAt(rank) } })).body.winner
const shown = async (show?: WinnerFilter, prize?: string) => {
  const query = { ...(show ? { show } : {}), ...(prize ? { prize } : {}) }
  return (await support.call('winners', { query })).body.winners.map(({ rank }) => rank)
}
const changes = async () =>
  (
    await server.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'desk winners change')
      .orderBy('seq')
      .execute()
  ).map(({ actor, detail }) => [actor.split(' ')[0], JSON.parse(detail)])

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
beforeEach(async () => {
  support = await desk.join('support', 'Beam')
  people = await announceWinners(server, sixStates)
})

test('the winners are hidden until the announcement', async () => {
  await setCampaign(server, { announced_at: server.clock.now() + 1 })
  const manager = await desk.join('manager')
  for (const one of [support, manager]) {
    expect((await one.call('winners')).body).toMatchObject({ isAnnounced: false, winners: [], next: null })
    expect((await one.call('winner', { params: { id: idAt(1) } })).status).toBe(404)
    const body = { version: 0, change: ship() }
    const { error } = await one.call('changeDelivery', { params: { id: idAt(3) }, body })
    expect(error).toMatchObject({ error: 'REFUSED', detail: 'NOT_ANNOUNCED' })
  }
})

test('lists winners with their prizes, and reduces the list to a prize, a status or what is to do', async () => {
  const { body } = await support.call('winners')
  expect(body.winners.map(({ status }) => status)).toEqual([
    'confirmed',
    'waiting',
    'confirmed',
    'declined',
    'confirmed',
    'reserve',
  ])
  expect(body.winners[0]).toMatchObject({ name: 'สมชาย ใจดี', prize: { key: 'concert', taxBaht: 250 } })
  expect(body.winners[2]?.prize).toMatchObject({ key: 'case', taxBaht: 0, delivery: 'shipped' })
  expect(body.winners[5]).toMatchObject({ prize: null, confirmBy: null })
  expect(JSON.stringify(body)).not.toContain('99/1')
  expect(await shown(undefined, 'concert')).toEqual([1, 2])
  expect(await shown(undefined, 'nothing')).toEqual([])
  expect(await shown('confirmed', 'case')).toEqual([3, 5])
  expect(await shown('waiting')).toEqual([2])
  expect(await shown('declined')).toEqual([4])
  expect(await shown('reserve')).toEqual([6])
  expect(await shown('to-ship')).toEqual([3, 5])
  expect(await shown('tax-open')).toEqual([1])
  const { confirm_by } = await campaignOf(server)
  server.clock.advance(confirm_by + 1 - server.clock.now())
  support = await desk.join('support', 'Beam')
  expect([await shown('waiting'), await shown('expired')]).toEqual([[], [2]])
  expect((await winner(2)).status).toBe('expired')
})

test('a long list comes in pages', async () => {
  const { id: draw_id } = await rowOf(server, 'draw')
  for (let rank = 7; rank <= 205; rank++) {
    const customer_id = `00000000-0000-7000-8000-${String(rank).padStart(12, '0')}`
    const row = await rowOf(server, 'customer', { id: idAt(6) })
    await insert(server, 'customer', { ...row, id: customer_id, line_user_id: null, phone: null })
    const reward = await rowOf(server, 'reward', { customer_id: idAt(6) })
    await insert(server, 'reward', { ...reward, id: customer_id, customer_id, qr_secret: customer_id })
    const drawn = { draw_id, rank, ticket_id: customer_id, customer_id, masked_name: '*', reserve: 1 }
    await insert(server, 'draw_winner', { ...drawn, seat: null, promoted_at: null })
  }
  const seen: number[] = []
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const { body }: Awaited<ReturnType<typeof page>> = await page(after)
    seen.push(...body.winners.map(({ rank }) => rank))
    after = body.next === null ? undefined : String(body.next)
  }
  expect(seen).toEqual(Array.from({ length: 205 }, (_, index) => index + 1))
})
const page = (after: string) => support.call('winners', { query: { after } })

test('the address is only on the page of a confirmed winner whose prize is sent, and each look is in the audit log', async () => {
  const label = async (rank: number) =>
    (await support.call('winner', { params: { id: idAt(rank) } })).body.label
  expect(await label(3)).toMatch(/99\/1[\s\S]*10200/)
  expect([await label(1), await label(2), await label(4), await label(6)]).toEqual([null, null, null, null])
  const views = await columnsOf(server, 'audit', ['detail'], { action: 'desk customer view' })
  expect(views.map(({ detail }) => JSON.parse(detail).customerId)).toEqual([3, 1, 2, 4, 6].map(idAt))
  const stranger = await server.signIn()
  expect((await support.call('winner', { params: { id: stranger.customerId } })).status).toBe(404)
})

test('a parcel is sent, corrected, received, and taken back', async () => {
  const sentAt = server.clock.now()
  expect(await change(3, ship(' ex 123 456 789 th '))).toBeNull()
  expect(await winner(3)).toMatchObject({ trackingNo: 'EX123456789TH', shippedAt: sentAt, version: 1 })
  server.clock.advance(1000)
  expect(await change(3, ship('EX000'))).toBeNull()
  expect(await winner(3)).toMatchObject({ trackingNo: 'EX000', shippedAt: sentAt, version: 2 })
  expect([await shown('to-ship'), await shown('shipped')]).toEqual([[5], [3]])
  expect(await change(3, { change: 'receive', done: true })).toBeNull()
  expect([await shown('shipped'), await shown('received')]).toEqual([[], [3]])
  expect(await change(3, { change: 'unship' })).toBe('REFUSED ALREADY_RECEIVED')
  expect(await change(3, { change: 'receive', done: false })).toBeNull()
  expect(await change(3, { change: 'unship' })).toBeNull()
  expect(await winner(3)).toMatchObject({
    carrier: null,
    trackingNo: null,
    shippedAt: null,
    receivedAt: null,
  })
  // The log contains neither the tracking number, for which the carrier shows the name and address, nor the carrier,
  // which is free text, because the log is kept longer than this data.
  const about = { customerId: idAt(3) }
  expect(await changes()).toEqual([
    ['Beam', { ...about, change: 'ship' }],
    ['Beam', { ...about, change: 'ship' }],
    ['Beam', { ...about, change: 'receive', done: true }],
    ['Beam', { ...about, change: 'receive', done: false }],
    ['Beam', { ...about, change: 'unship' }],
  ])
})

test('two people mark the same parcel: the second sees that it was changed', async () => {
  const manager = await desk.join('manager', 'Mali')
  const both = await Promise.all([change(3, ship('AAAA1'), 0), change(3, ship('BBBB2'), 0, manager)])
  expect(both.toSorted()).toEqual(['CHANGED', null].toSorted())
  const { trackingNo, version } = await winner(3)
  expect([trackingNo === (both[0] === null ? 'AAAA1' : 'BBBB2'), version]).toEqual([true, 1])
  expect(await changes()).toHaveLength(1)
  expect(await change(3, { change: 'receive', done: true }, 0)).toBe('CHANGED')
})

test('a prize from 1,000 baht is handed over after its tax is paid', async () => {
  expect(await change(1, { change: 'receive', done: true })).toBe('REFUSED TAX_UNPAID')
  expect(await change(1, { change: 'tax-form', done: true })).toBeNull()
  expect(await shown('tax-open')).toEqual([1])
  expect(await change(1, { change: 'tax-paid', done: true })).toBeNull()
  expect(await shown('tax-open')).toEqual([])
  expect(await change(1, { change: 'receive', done: true })).toBeNull()
  expect(await change(1, { change: 'tax-paid', done: false })).toBe('REFUSED HANDED_OVER')
  expect(await change(3, { change: 'tax-paid', done: true })).toBe('REFUSED NOT_TAXED')
})

test('a minor’s prize is sent or handed over after somebody has seen the guardian’s consent', async () => {
  expect(await winner(3)).toMatchObject({ isMinor: false, guardianAt: null })
  await update(server, 'customer', { birth_date: '2010-01-01' }, { id: idAt(3) })
  expect(await change(3, ship())).toBe('REFUSED GUARDIAN_MISSING')
  expect(await change(3, { change: 'guardian', done: true })).toBeNull()
  expect(await winner(3)).toMatchObject({ isMinor: true, guardianAt: server.clock.now() })
  expect(await change(3, ship())).toBeNull()
  expect(await change(3, { change: 'guardian', done: false })).toBe('REFUSED HANDED_OVER')
})

describe('refused', () => {
  test.each([
    [1, ship(), 'NOT_SENT_BY_PARCEL'],
    [2, { change: 'tax-paid', done: true }, 'NOT_CONFIRMED'],
    [3, { change: 'receive', done: true }, 'NOT_SHIPPED'],
    [3, { change: 'unship' }, 'NOT_SHIPPED'],
    [4, ship(), 'GIVEN_UP'],
    [6, ship(), 'NOT_A_WINNER'],
  ] as const)('rank %i: %j', async (rank, wanted, code) => {
    expect(await change(rank, wanted)).toBe(`REFUSED ${code}`)
    expect(await changes()).toEqual([])
  })

  test('an incomplete address, a customer without a seat, and rubbish', async () => {
    await update(server, 'customer', { postal_code: null }, { id: idAt(3) })
    expect(await change(3, ship())).toBe('REFUSED ADDRESS_MISSING')
    const stranger = { id: (await server.signIn()).customerId }
    const { error } = await support.call('changeDelivery', {
      params: stranger,
      body: { version: 0, change: ship() },
    })
    expect(error).toMatchObject({ error: 'REFUSED', detail: 'NOT_A_WINNER' })
    for (const trackingNo of ['', 'ab', '<script>', 'ก'.repeat(10), 'A'.repeat(41)])
      expect(await change(3, ship(trackingNo), 0)).toBe('VALIDATION')
    expect(await change(3, ship(), -1)).toBe('VALIDATION')
  })

  test('an auditor reads and changes nothing; a reviewer does not read', async () => {
    const auditor = await desk.join('auditor')
    expect((await auditor.call('winners')).status).toBe(200)
    expect(await change(3, ship(), 0, auditor)).toBe('FORBIDDEN')
    expect((await (await desk.join('reviewer')).call('winners')).error.error).toBe('FORBIDDEN')
  })
})

test('a promoted reserve has the prize of the seat', async () => {
  const run = organiser(server)
  expect(await run('draw', 'promote')).toMatchObject({ code: 0 })
  expect(await winner(6)).toMatchObject({ status: 'waiting', isPromoted: true, prize: { key: 'case' } })
  await update(server, 'reward', { draw_state: 'confirmed' }, { customer_id: idAt(6) })
  expect(await change(6, ship())).toBeNull()
  expect(await shown('shipped')).toEqual([6])
})
