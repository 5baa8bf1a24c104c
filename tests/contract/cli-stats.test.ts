import { expect, test } from 'vitest'
import { newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, insert, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)
const who = eachTest(() => server.signIn())

/** The last millisecond of 20 November in Bangkok, and the first of 21 November. In UTC, both are on the 20th. */
const BEFORE = Date.parse('2026-11-20T16:59:59.999Z')
const MIDNIGHT = BEFORE + 1
const zero = {
  customers: 0,
  receipts: 0,
  approved: 0,
  rejected: 0,
  pending: 0,
  void: 0,
  amount: 0,
  tickets: 0,
  rewards: 0,
  answers: 0,
}

const stats = async (...options: string[]) => JSON.parse((await run('stats', ...options, '--json')).out)

async function receiptAt(created_at: number, amount: number): Promise<string> {
  const { id } = (await sendReceipt(server, who, { amount })).body
  await update(server, 'receipt', { created_at }, { id })
  return id
}

test('counts each kind on its day in Bangkok, and lists days on which nothing happened', async () => {
  await update(server, 'customer', { created_at: BEFORE })
  const approved = await receiptAt(BEFORE, 300.1)
  await run('receipts', 'approve', approved, await receiptAt(MIDNIGHT, 100.2))
  await run('receipts', 'reject', await receiptAt(MIDNIGHT, 100), '--reason', 'BLURRY')
  await receiptAt(MIDNIGHT, 700)
  await server.call('postAnswer', { token: who.token, body: { Answer: 'ก' }, key: newKey() })
  await update(server, 'ticket', { created_at: MIDNIGHT })
  await update(server, 'ticket', { created_at: BEFORE }, { source_id: approved })
  await update(server, 'answer', { answered_at: MIDNIGHT })
  const use = { customer_id: who.customerId, reward_type: 'gift', code: 'x', store_id: null }
  await insert(server, 'reward_use', { ...use, used_at: BEFORE })
  const first = { ...zero, customers: 1, receipts: 1, approved: 1, amount: 300.1, tickets: 3, rewards: 1 }
  const second = {
    ...{ ...zero, receipts: 3, approved: 1, rejected: 1, pending: 1 },
    ...{ amount: 100.2, tickets: 2, answers: 1 },
  }
  const data = await stats('--from', '2026-11-19', '--to', '2026-11-21')
  expect(data.days).toEqual([
    { day: '2026-11-19', ...zero },
    { day: '2026-11-20', ...first },
    { day: '2026-11-21', ...second },
  ])
  const total = {
    ...{ ...zero, customers: 1, receipts: 4, approved: 2, rejected: 1, pending: 1 },
    ...{ amount: 400.3, tickets: 5, rewards: 1, answers: 1 },
  }
  expect(data).toMatchObject({ from: '2026-11-19', to: '2026-11-21', total })
  expect((await stats('--from', '2026-11-21', '--to', '2026-11-21')).total).toEqual(second)
  const { out } = await run('stats', '--from', '2026-11-20', '--to', '2026-11-21')
  expect(out.split('\n').map(line => line.split(/ +/).slice(0, 3))).toEqual([
    ['day', 'customers', 'receipts'],
    ['2026-11-20', '1', '1'],
    ['2026-11-21', '0', '3'],
    ['total', '1', '4'],
  ])
})

test('does not count people who have not registered, or void tickets', async () => {
  await update(server, 'customer', { created_at: BEFORE })
  const id = await receiptAt(BEFORE, 300)
  await run('receipts', 'approve', id)
  await run('receipts', 'void', id)
  await update(server, 'customer', { status: 'provisional' })
  expect((await stats('--from', '2026-11-20', '--to', '2026-11-20')).total).toEqual({
    ...zero,
    receipts: 1,
    void: 1,
  })
})

test('lists the days from the opening to today unless told otherwise, and only today before the opening', async () => {
  const day = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10)
  const now = server.clock.now()
  await setCampaign(server, { opens_at: now - 3 * 86_400_000 })
  expect(await stats()).toMatchObject({ from: day(now - 3 * 86_400_000), to: day(now), days: { length: 4 } })
  await setCampaign(server, { opens_at: now + 86_400_000 })
  expect(await stats()).toMatchObject({ from: day(now), to: day(now) })
})

test.each([
  [['--from', '2026-02-30'], '--from: must be a day'],
  [['--to', '2026-11-20T00:00:00Z'], '--to: must be a day'],
  [['--from', '2026-11-21', '--to', '2026-11-20'], '--from: must not be later than --to'],
  [['--from', '2020-01-01', '--to', '2026-11-20'], '--from: give at most 1000 days'],
])('refuses %j', async (options, message) => {
  const { code, err } = await run('stats', ...options)
  expect([code, err]).toEqual([1, expect.stringContaining(message)])
})
