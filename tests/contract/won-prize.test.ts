import { beforeEach, expect, test } from 'vitest'
import { hashPin } from '#server/campaign/staff-pin.ts'
import { campaignOf, newKey, setCampaign } from '#tests/kit/activity.ts'
import { eachTest, insert, testServer, update } from '#tests/kit/server.ts'

const concert = { key: 'concert', titleTh: 'บัตรคอนเสิร์ต', titleEn: 'Concert ticket', delivery: 'seat' }
const shirt = { key: 'shirt', titleTh: 'เสื้อ', titleEn: 'T-shirt', delivery: 'shipped' }

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
beforeEach(async () => {
  await somchai.call('createReward', { body: {} })
  await setPrizes([
    { ...concert, count: 2 },
    { ...shirt, count: 3 },
  ])
})

const setPrizes = (prizes: readonly object[]) => update(server, 'draw', { prizes: JSON.stringify(prizes) })
const draw = (draw_state: string, draw_rank: number) => update(server, 'reward', { draw_state, draw_rank })
const announce = () => setCampaign(server, { announced_at: server.clock.now() })
const reward = async (who = somchai) => (await server.call('getReward', { token: who.token })).body
const prize = async (who = somchai) => (await reward(who)).luckyDraw.prize

test.each([
  [2, concert],
  [3, shirt],
  [5, shirt],
])('the winner at rank %i sees the prize of that seat', async (rank, expected) => {
  await draw('won', rank)
  await announce()
  expect(await prize()).toEqual(expected)
})

test.each(['confirmed', 'declined', 'expired'])('a winner who is %s still sees the prize', async state => {
  await draw(state, 1)
  await announce()
  expect(await prize()).toEqual(concert)
})

test.each(['none', 'entered', 'reserve', 'lost'])('a customer who is %s sees no prize', async state => {
  await draw(state, 1)
  await announce()
  expect(await prize()).toBeNull()
})

test('a winner sees no prize before the announcement', async () => {
  await draw('won', 1)
  expect(await prize()).toBeNull()
  await announce()
  expect(await prize()).toEqual(concert)
})

test('a draw of an older release has no English titles and only concert seats', async () => {
  await setPrizes([
    { titleTh: 'บัตรคอนเสิร์ต', count: 1 },
    { titleTh: 'สำรอง', count: 5, reserve: true },
    { titleTh: 'เสื้อ', count: 1 },
  ])
  await draw('won', 2)
  await announce()
  expect(await prize()).toEqual({ key: 'prize2', titleTh: 'เสื้อ', titleEn: 'เสื้อ', delivery: 'seat' })
})

test('a promoted reserve gets the prize of the replaced winner', async () => {
  await draw('won', 6)
  const { draw_id } = await campaignOf(server)
  const place = { draw_id: draw_id ?? '', ticket_id: 't', masked_name: 's' }
  await insert(server, 'draw_winner', {
    ...place,
    rank: 6,
    customer_id: somchai.customerId,
    reserve: 1,
    seat: 2,
    promoted_at: 1,
  })
  await announce()
  expect(await prize()).toEqual(concert)
})

test('only a confirmed seat unlocks the reward for winners, a shipped prize does not', async () => {
  await draw('won', 1)
  await announce()
  await setCampaign(server, { staff_pin_hash: await hashPin('4821') })
  await update(server, 'reward_kind', { opens_at: null })
  const confirmed = await somchai.call('confirmConcert', { body: {}, key: newKey() })
  expect(confirmed.status).toBe(200)
  const seat = async () => (await reward()).items.find(item => item.rewardType === 'concert')?.state
  expect(await seat()).toBe('available')
  await draw('confirmed', 3)
  expect(await seat()).toBe('locked')
  const body = { rewardType: 'concert' as const, staffPin: '4821' }
  const use = () => somchai.call('useReward', { body, key: newKey() })
  expect((await use()).error.error).toBe('REWARD_LOCKED')
  await draw('confirmed', 2)
  expect((await use()).status).toBe(200)
})

test('only customers who have not won see and can use the consolation', async () => {
  await update(server, 'reward_kind', { opens_at: null, needs_staff: 0 })
  const item = async () => (await reward()).items.find(one => one.rewardType === 'consolation')
  const body = { rewardType: 'consolation' as const }
  const use = () => somchai.call('useReward', { body, key: newKey() })
  expect(await item()).toBeUndefined()
  expect((await use()).error.error).toBe('REWARD_LOCKED')
  await announce()
  for (const state of ['won', 'reserve', 'confirmed', 'declined', 'expired']) {
    await draw(state, 1)
    expect([state, await item()]).toEqual([state, undefined])
    expect((await use()).error.error).toBe('REWARD_LOCKED')
  }
  await draw('none', 0)
  expect((await reward()).luckyDraw.state).toBe('lost')
  expect(await item()).toMatchObject({ titleTh: 'ฟองฟู 1 กระป๋อง', state: 'available' })
  expect((await use()).status).toBe(200)
  expect(await item()).toMatchObject({ state: 'used' })
})
