import { expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { DAY_MS } from '#contract/time.ts'
import { countRows, sendReceipt } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { beaconAt, endCampaign, giveAdvertisedPrizes, ticketHolders } from '#tests/kit/draw.ts'
import { eachTest, rowOf, rowsOf, testServer, update } from '#tests/kit/server.ts'
import { announceWinners } from '#tests/kit/winners.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const mali = eachTest(() => desk.join('manager', 'Mali'))
const thana = eachTest(() => desk.join('manager', 'Thana'))

const { ask } = mali

const requestOf = async (id: string) => {
  const found = (await thana.call('approvals')).body.approvals.find(one => one.id === id)
  if (!found) throw new Error(`no request ${id}`)
  return found
}

/** Returns the effects that the approver sees: the count or text of each kind. */
const numbersOf = async (id: string) =>
  Object.fromEntries((await requestOf(id)).effects.map(({ kind, count, text }) => [kind, count ?? text]))

const decide = (id: string, seen?: string | null) =>
  thana.call('decideApproval', { params: { id }, body: { approve: true, ...(seen ? { seen } : {}) } })

const refusal = { error: 'REFUSED', detail: 'EFFECTS_CHANGED' }

const approvedIn = async () =>
  (await rowsOf(server, 'audit'))
    .filter(({ action }) => action === 'desk approve')
    .map(({ detail }) => JSON.parse(detail).approved)

test('an erasure shows whose data it deletes, and is refused once the customer has sent more', async () => {
  const who = await server.signIn()
  await update(server, 'customer', { first_name: 'สมชาย', last_name: 'ใจดี' })
  await sendReceipt(server, who)
  const id = await ask({ action: 'erase-customer', customerId: who.customerId })
  expect(await numbersOf(id)).toEqual({ customer: 'สมชาย ใจดี', receipts: 1, entries: 0 })
  const { seen } = await requestOf(id)
  await sendReceipt(server, who)
  expect((await decide(id, seen)).error).toMatchObject(refusal)
  expect((await rowOf(server, 'customer')).status).toBe('registered')
  expect((await thana.approve(id)).status).toBe(200)
  expect((await rowOf(server, 'customer')).status).toBe('cancelled')
  expect(await approvedIn()).toEqual([{ receipts: 2, entries: 0 }])
})

test('the erasure of a winner is pointed out', async () => {
  const [winner] = await announceWinners(server, ['won'])
  const id = await ask({ action: 'erase-customer', customerId: winner?.customerId ?? '' })
  expect((await requestOf(id)).effects.at(-1)).toEqual({
    kind: 'winner',
    count: 1,
    text: null,
    isWarning: true,
  })
})

test('an approval without the numbers, or with those of another request, is refused', async () => {
  const [one, other] = [await server.signIn(), await server.signIn()]
  const first = await ask({ action: 'erase-customer', customerId: one.customerId })
  const second = await ask({ action: 'erase-customer', customerId: other.customerId })
  expect((await decide(first)).error).toMatchObject(refusal)
  expect((await decide(first, (await requestOf(second)).seen)).error).toMatchObject(refusal)
  const refused = { params: { id: first }, body: { approve: false } }
  expect((await thana.call('decideApproval', refused)).status).toBe(200)
  expect(await requestOf(first)).toMatchObject({ state: 'refused', effects: [], seen: null })
})

test('an exported table has exactly the rows that the approver read', async () => {
  await server.signIn()
  await server.signIn()
  const id = await ask({ action: 'export-table', table: 'customers', kind: 'csv', lang: 'en' })
  expect(await numbersOf(id)).toEqual({ rows: 2 })
  server.clock.advance(1)
  await server.signIn()
  expect(await numbersOf(id)).toEqual({ rows: 2 })
  expect((await thana.approve(id)).status).toBe(200)
  await server.signIn()
  const file = await (await mali.call('approvedFile', { params: { id } })).body.text()
  expect(file.trim().split('\r\n')).toHaveLength(1 + 2)
  expect(await countRows(server, 'customer')).toBe(4)
  expect(await approvedIn()).toEqual([{ rows: 2 }])
})

test.each(['receipts', 'tickets', 'answers', 'rewards', 'audit', 'winners'] as const)(
  '%s: the file has as many rows as the request says',
  async table => {
    const who = await server.signIn()
    await sendReceipt(server, who)
    await announceWinners(server, ['won', 'reserve'])
    const id = await ask({ action: 'export-table', table, kind: 'csv', lang: 'th' })
    server.clock.advance(1)
    await sendReceipt(server, who)
    const { rows } = await numbersOf(id)
    await thana.approve(id)
    server.clock.advance(1)
    await sendReceipt(server, who)
    const file = await (await mali.call('approvedFile', { params: { id } })).body.text()
    // A quoted field may contain line breaks.
    const records = file
      .replace(/"(?:[^"]|"")*"/g, 'x')
      .trim()
      .split('\r\n')
    expect([table, records.length - 1]).toEqual([table, rows])
  },
)

test('locking the list says how many receipts take no part, and is refused if their number changes', async () => {
  await giveAdvertisedPrizes(server, desk.deps.advertised, 5)
  await ticketHolders(server, [1, 2])
  const promise = { beaconSource: 'lottery', beaconAt: await beaconAt(server), late: false, again: false }
  const commit = await ask({ action: 'draw-commit', ...promise })
  expect(await numbersOf(commit)).toMatchObject({ reserves: 5 })
  expect((await thana.approve(commit)).status).toBe(200)
  const who = await server.signIn()
  const { id: receipt } = (await sendReceipt(server, who)).body
  await sendReceipt(server, who)
  await endCampaign(server)
  const [asker, approver] = [await desk.join('manager', 'Asks'), await desk.join('manager', 'Approves')]
  const input = { action: 'draw-seal', leavePending: true } as const
  const [{ id } = { id: '' }] = (await asker.call('askApproval', { body: { input } })).body.approvals
  const [{ effects, seen } = { effects: [], seen: null }] = (await approver.call('approvals')).body.approvals
  expect(effects).toMatchObject([
    { kind: 'entries', isWarning: false },
    { kind: 'left-out', count: 2, isWarning: true },
  ])
  await update(server, 'receipt', { status: 'rejected' }, { id: receipt })
  const late = { params: { id }, body: { approve: true, ...(seen === null ? {} : { seen }) } }
  expect((await approver.call('decideApproval', late)).error).toMatchObject(refusal)
  expect((await rowOf(server, 'draw')).state).toBe('committed')
  expect((await approver.approve(id)).status).toBe(200)
  expect((await rowOf(server, 'draw')).state).toBe('sealed')
})

test('the draw says how many prizes nobody will win', async () => {
  await giveAdvertisedPrizes(server, desk.deps.advertised, 5)
  await ticketHolders(server, [1, 2, 3])
  const { prizes } = await rowOf(server, 'draw')
  const seats = (JSON.parse(prizes) as { count: number; reserve?: boolean }[])
    .filter(prize => !prize.reserve)
    .reduce((sum, { count }) => sum + count, 0)
  const join = () => desk.join('manager')
  const together = async (input: DeskAction) => {
    const [asker, approver] = [await join(), await join()]
    server.clock.advance(1)
    const [{ id, effects } = { id: '', effects: [] }] = (await asker.call('askApproval', { body: { input } }))
      .body.approvals
    expect((await approver.approve(id)).status).toBe(200)
    return Object.fromEntries(effects.map(({ kind, count }) => [kind, count]))
  }
  const promise = { beaconSource: 'lottery', beaconAt: await beaconAt(server), late: false, again: false }
  await together({ action: 'draw-commit', ...promise })
  await endCampaign(server)
  expect(await together({ action: 'draw-seal', leavePending: false })).toEqual({ entries: 6 })
  server.clock.advance(3 * DAY_MS)
  expect(await together({ action: 'draw-run', beacon: '123456' })).toEqual({
    prizes: seats,
    reserves: 5,
    undrawn: seats - 3,
  })
  expect(await together({ action: 'announce', at: 0 })).toEqual({
    winners: 3,
    reserves: 0,
    undrawn: seats - 3,
  })
})

test('a promotion says who gets a prize and who loses one', async () => {
  await announceWinners(server, ['declined', 'declined', 'confirmed', 'confirmed', 'confirmed', 'reserve'])
  const id = await ask({ action: 'promote-reserves', confirmBy: server.clock.now() + 5 * DAY_MS })
  expect(await numbersOf(id)).toEqual({ promotes: 1, vacant: 1 })
})

test('a copy of a customer’s data names the customer, the receipts and the photos', async () => {
  const who = await server.signIn()
  await sendReceipt(server, who)
  const id = await ask({ action: 'export-customer', customerId: who.customerId })
  expect(await numbersOf(id)).toMatchObject({ receipts: 1, photos: 1 })
})
