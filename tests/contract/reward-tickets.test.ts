import { beforeEach, expect, test } from 'vitest'
import { approveReceipt, voidReceipt } from '#server/campaign/receipts/review.ts'
import { definition } from '#tests/fixtures/campaign/definition.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { organiser, runInOrder } from '#tests/kit/cli.ts'
import { endCampaign } from '#tests/kit/draw.ts'
import { eachTest, type SignedIn, testServer } from '#tests/kit/server.ts'

let me: SignedIn
const server = eachTest(testServer)
beforeEach(async () => {
  me = await server.signIn()
})

const NUMBER = /^FF-\d{6}-\d$/
const list = async (query: Record<string, string> = {}) => (await me.call('rewardTickets', { query })).body
const rights = async () => (await me.call('getReward')).body.rights
const approve = (id: string) => approveReceipt(server.db, id, server.clock.now(), server.deps.random)

test('lists what each ticket was given for, with the numbers, and agrees with the entries of the reward', async () => {
  await me.call('createReward', { body: {} })
  server.clock.advance(1000)
  await me.call('postAnswer', { body: { Answer: 'แม่ครับ' } })
  server.clock.advance(1000)
  const receipt = await sendReceipt(server, me, { amount: 250 })
  await approve(receipt.body.id)
  await sendReceipt(server, me)
  await sendReceipt(server, await server.signIn())
  const { total, groups, next, sealed } = await list()
  expect(groups.map(group => [group.source, group.numbers.length])).toEqual([
    ['receipt', 2],
    ['answer', 1],
    ['welcome', 1],
  ])
  expect(groups[0]).toMatchObject({
    id: receipt.body.id,
    state: 'valid',
    storeName: receipt.body.storeName,
    storeNameEn: receipt.body.storeNameEn,
    receiptNo: receipt.body.receiptNo,
    note: null,
  })
  expect(groups[1]?.questionTextTh).toMatch(/[ก-๙]/)
  expect(groups[1]?.questionTextEn).toMatch(/^[A-Z]/)
  for (const number of groups.flatMap(group => group.numbers)) expect(number).toMatch(NUMBER)
  expect([total, next, sealed]).toEqual([4, null, false])
  expect((await rights()).total).toBe(total)
})

test('a void receipt keeps its numbers, does not count, and shows the organiser’s reason', async () => {
  await me.call('createReward', { body: {} })
  const receipt = await sendReceipt(server, me, { amount: 250 })
  await approve(receipt.body.id)
  const before = (await list()).groups.find(group => group.id === receipt.body.id)
  await voidReceipt(server.db, receipt.body.id, 'ใบเสร็จซ้ำ', server.clock.now())
  const { total, groups } = await list()
  expect(groups.find(group => group.id === receipt.body.id)).toEqual({
    ...before,
    state: 'void',
    note: 'ใบเสร็จซ้ำ',
  })
  expect(total).toBe((await rights()).total)
})

test('pages have no gaps or repeats, and an unchanged page is not sent again', async () => {
  await me.call('createReward', { body: {} })
  for (let index = 0; index < 4; index += 1) {
    await approve((await sendReceipt(server, me)).body.id)
    // Two receipts get their tickets in the same millisecond.
    if (index !== 1) server.clock.advance(1000)
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: '2', ...(cursor ? { cursor } : {}) })
    seen.push(...page.groups.map(group => group.id))
    cursor = page.next
  } while (cursor !== null)
  expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  const first = await me.call('rewardTickets')
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
  expect((await me.call('rewardTickets', { headers })).status).toBe(304)
})

test('says that the list is closed once it is sealed', async () => {
  await me.call('createReward', { body: {} })
  await endCampaign(server)
  await runInOrder(organiser(server, [], { advertised: definition.prizes }), [['draw', 'seal', '--physical']])
  me = await server.signIn(me.user, { register: false })
  expect((await list()).sealed).toBe(true)
})
