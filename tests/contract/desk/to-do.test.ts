import { expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { APPROVAL_MS } from '#contract/desk/limits.ts'
import { roles } from '#contract/desk/roles.ts'
import { DRAW_DAYS, FAILED_DAYS, STOCK_DAYS, type ToDoItem } from '#contract/desk/to-do.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { campaignOf, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, insert, rowOf, rowsOf, testServer, update } from '#tests/kit/server.ts'
import { announceWinners } from '#tests/kit/winners.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const mali = eachTest(() => desk.join('manager', 'Mali'))
const thana = eachTest(() => desk.join('manager', 'Thana'))
const beam = eachTest(() => desk.join('support', 'Beam'))

type About = ToDoItem['about']

/** Advances the clock until the cached counts have expired. */
const later = () => server.clock.advance(30_000)

/** Returns the person's to-do items, or only the items about one topic. */
async function toDo<A extends About>(person: typeof mali, about?: A) {
  later()
  const { items } = (await person.call('toDo')).body
  return items.filter((item): item is Extract<ToDoItem, { about: A }> => !about || item.about === about)
}

const ask = (person: typeof mali, input: DeskAction) => person.ask(input)
const approve = (person: typeof mali, id: string) => person.approve(id)

test('a new campaign has nothing to do for anyone', async () => {
  for (const role of roles) {
    const person = await desk.join(role)
    expect([role, (await person.call('toDo')).body.items]).toEqual([role, []])
  }
})

test('receipts wait for those who review, with the promise that customers read', async () => {
  await setCampaign(server, { review_days: 3 })
  const who = await server.signIn()
  const { id } = (await sendReceipt(server, who)).body
  const oldestAt = server.clock.now()
  await sendReceipt(server, who)
  const reviewer = await desk.join('reviewer')
  const item = { about: 'receipts', count: 2, oldestAt, days: 3, late: 0 }
  expect(await toDo(reviewer)).toEqual([item])
  expect(await toDo(mali, 'receipts')).toEqual([item])
  expect(await toDo(beam)).toEqual([])
  await update(server, 'receipt', { created_at: oldestAt - 3 * DAY_MS }, { id })
  expect(await toDo(mali, 'receipts')).toMatchObject([{ late: 1, oldestAt: oldestAt - 3 * DAY_MS }])
  await setCampaign(server, { review_days: null })
  expect(await toDo(mali, 'receipts')).toMatchObject([{ late: 0, days: null }])
})

test('a request waits only for people who may approve it now', async () => {
  const { customerId } = await server.signIn()
  await ask(beam, { action: 'erase-customer', customerId })
  const own = await ask(mali, { action: 'export-customer', customerId })
  expect(await toDo(thana)).toEqual([{ about: 'approvals', count: 2 }])
  expect(await toDo(mali)).toEqual([{ about: 'approvals', count: 1 }])
  expect(await toDo(beam)).toEqual([])
  const approvesLater = { approves_from: server.clock.now() + HOUR_MS }
  await update(server, 'desk_person', approvesLater, { id: thana.personId })
  expect(await toDo(thana)).toEqual([])
  const one = await desk.join('manager', 'Noi')
  await update(server, 'desk_person', { given_by: JSON.stringify([mali.personId]) }, { id: one.personId })
  expect(await toDo(one)).toEqual([])
  await update(server, 'desk_person', { approves_from: 0 }, { id: thana.personId })
  await approve(thana, own)
  expect(await toDo(thana)).toEqual([{ about: 'approvals', count: 1 }])
  expect(await toDo(mali)).toEqual([
    { about: 'approvals', count: 1 },
    { about: 'files', count: 1 },
  ])
  server.clock.advance(APPROVAL_MS)
  const fresh = await desk.join('manager', 'Fresh')
  expect(await toDo(fresh)).toEqual([])
})

test('an approval is gone as soon as it is decided, without waiting for the cache', async () => {
  const { customerId } = await server.signIn()
  const id = await ask(beam, { action: 'erase-customer', customerId })
  const approvals = async () => (await thana.call('toDo')).body.items
  expect(await approvals()).toEqual([{ about: 'approvals', count: 1 }])
  await approve(mali, id)
  expect(await approvals()).toEqual([])
})

async function addDead(change: object = {}): Promise<void> {
  const { customerId } = await server.signIn()
  const now = server.clock.now()
  await insert(server, 'message', {
    kind: 'not-won',
    subject: 'draw',
    customer_id: customerId,
    state: 'dead',
    not_before: now,
    attempts: 1,
    retry_key: null,
    key_at: null,
    unsure: 0,
    reason: '400 The text is too long',
    digest_lead: null,
    is_shared: 0,
    is_alone: 0,
    multicast_id: null,
    created_at: now,
    settled_at: now,
    ...change,
  })
}

test('failed messages are counted for a week', async () => {
  await addDead()
  await addDead({ not_before: server.clock.now() - FAILED_DAYS * DAY_MS })
  await addDead({ state: 'dropped' })
  expect(await toDo(beam)).toEqual([{ about: 'messages', count: 1 }])
  expect(await toDo(await desk.join('auditor'))).toEqual([])
})

test('a coupon is low if no more are left than customers used lately, and only while they can use it', async () => {
  const [kind] = await rowsOf(server, 'reward_stock')
  const type = kind?.reward_type ?? ''
  await update(server, 'reward_stock', { remaining: 1 }, { reward_type: type })
  expect(await toDo(mali)).toEqual([])
  const use = { reward_type: type, store_id: null, code: 'C' }
  const who = async () => (await server.signIn()).customerId
  const usedAt = server.clock.now() - STOCK_DAYS * DAY_MS
  await insert(server, 'reward_use', { ...use, customer_id: await who(), used_at: usedAt })
  expect(await toDo(mali)).toEqual([])
  await insert(server, 'reward_use', { ...use, customer_id: await who(), used_at: server.clock.now() })
  const [{ title_th: th, title_en: en } = { title_th: '', title_en: '' }] = (
    await rowsOf(server, 'reward_kind')
  ).filter(row => row.reward_type === type)
  expect(await toDo(mali)).toEqual([{ about: 'stock', title: { th, en }, left: 1, used: 1 }])
  expect(await toDo(beam)).toEqual([])
  await setCampaign(server, { mode: 'ended' })
  expect(await toDo(mali, 'stock')).toEqual([])
})

test('the next step of the draw is listed two weeks before it is due, and when it is late', async () => {
  const closesAt = server.clock.now() + (DRAW_DAYS + 1) * DAY_MS
  const announceAt = closesAt + DAY_MS
  await setCampaign(server, { closes_at: closesAt, announce_at: announceAt })
  expect(await toDo(mali)).toEqual([])
  server.clock.advance(DAY_MS)
  const step = async () => toDo(await desk.join('manager', 'Other'), 'draw')
  expect(await step()).toEqual([{ about: 'draw', step: 'commit', at: closesAt }])
  await update(server, 'draw', { state: 'committed', commitment: 'x', beacon_at: closesAt + 1 })
  expect(await step()).toEqual([{ about: 'draw', step: 'seal', at: closesAt }])
  await update(server, 'draw', { state: 'sealed', sealed_for: 'seed', secret: 'x' })
  expect(await step()).toEqual([{ about: 'draw', step: 'run', at: closesAt + 1 }])
  await update(server, 'draw', { state: 'run' })
  server.clock.advance((DRAW_DAYS + 2) * DAY_MS)
  expect(await step()).toEqual([{ about: 'draw', step: 'announce', at: announceAt }])
  expect(await toDo(await desk.join('support', 'Later'))).toEqual([])
})

test('winners whom nobody told, parcels and tax wait after the announcement', async () => {
  const states = ['confirmed', 'won', 'confirmed', 'declined', 'confirmed', 'reserve'] as const
  await announceWinners(server, states)
  const own = await toDo(mali)
  expect(own).toEqual(
    expect.arrayContaining([
      { about: 'not-told', count: 1 },
      { about: 'to-ship', count: 2 },
      { about: 'tax-open', count: 1 },
    ]),
  )
  expect(own.filter(({ about }) => about === 'draw')).toEqual([{ about: 'draw', step: 'reserves', at: null }])
  expect((await toDo(beam)).map(({ about }) => about)).toEqual(['not-told', 'to-ship', 'tax-open'])
  const { announced_at } = await campaignOf(server)
  expect(announced_at).not.toBeNull()
})

test('a campaign without a draw has no steps, and the others still answer', async () => {
  await setCampaign(server, { draw_id: null })
  await addDead()
  expect(await toDo(mali)).toEqual([{ about: 'messages', count: 1 }])
})

test('receipts whose reviewers disagree wait for a manager', async () => {
  const { id } = (await sendReceipt(server, await server.signIn())).body
  await update(server, 'receipt', { status: 'approved' }, { id })
  const { version, customer_id } = await rowOf(server, 'receipt')
  const decision = { receipt_id: id, receipt_version: version, customer_id, reviewer: 'a', reason: null }
  await insert(server, 'review_decision', {
    ...decision,
    decision: 'approved',
    decided_at: 1,
    in_sample: 1,
    sampled_by: 'draw',
    outcome: 'disagreed',
    second_reviewer: 'b',
    second_decision: 'rejected',
    second_at: 2,
  })
  expect(await toDo(mali)).toEqual([{ about: 'disagreements', count: 1 }])
  expect(await toDo(await desk.join('reviewer'))).toEqual([])
})
