import { expect, onTestFinished, test } from 'vitest'
import { tokensOf } from '#emulator/world/token-map.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { loadRetryKey } from '#tests/kit/line-load.ts'
import { FRIEND, hello, withBot } from './bot-kit.ts'
import { HOUR_MS, START, sendingOf } from './sending-kit.ts'

const { emulator, clock, post, get } = eachTest(withBot)

test('retry keys are remembered for 24 hours of LINE’s clock, and forgotten later', async () => {
  onTestFinished(() => emulator.close())
  const push = async (index: number) => {
    const headers = { 'x-line-retry-key': loadRetryKey(index) }
    return (await post('/v2/bot/message/push', { to: FRIEND, messages: [hello] }, headers)).status
  }
  const keys = () => tokensOf(emulator.export().world.bot.retryKeys)
  expect(await push(1)).toBe(200)
  emulator.control.clock({ advance: 23 * HOUR_MS })
  expect(await push(2)).toBe(200)
  expect([await push(1), await push(2)]).toEqual([409, 409])
  emulator.control.clock({ advance: HOUR_MS })
  expect(await push(1)).toBe(200)
  expect(await push(2)).toBe(409)
  clock.now -= 30 * HOUR_MS
  expect([await push(1), await push(2), await push(3)]).toEqual([409, 409, 200])
  clock.now += 90 * HOUR_MS
  for (const index of [4, 5]) {
    expect(await push(index)).toBe(200)
    clock.now += 25 * HOUR_MS
  }
  expect(await push(6)).toBe(200)
  expect(keys()).not.toContain(loadRetryKey(1))
  expect(keys()).toContain(loadRetryKey(6))
})

test('the counts of a month are those of LINE’s clock, also after it was set back', async () => {
  const { emulator, get, post } = await withBot({ messaging: { monthlyLimit: 2 } })
  onTestFinished(() => emulator.close())
  const push = async () => (await post('/v2/bot/message/push', { to: FRIEND, messages: [hello] })).status
  const used = async () => (await get('/v2/bot/message/quota/consumption')).body.totalUsage
  expect([await push(), await push(), await push()]).toEqual([200, 200, 429])
  emulator.control.clock({ freeze: '2026-03-01T12:00:00+09:00' })
  expect([await used(), await push(), await used()]).toEqual([0, 200, 1])
  emulator.control.clock({ freeze: '2026-02-28T12:00:00+09:00' })
  expect(await used()).toBe(2)
})

test('in a month, LINE counts 1,000 aggregation units, and treats the messages of further ones as if they had none', async () => {
  onTestFinished(() => emulator.close())
  const push = (unit: string) =>
    post('/v2/bot/message/push', { to: FRIEND, messages: [hello], customAggregationUnits: [unit] })
  for (let index = 0; index < 1_001; index += 1) expect((await push(`unit_${index}`)).status).toBe(200)
  expect((await get('/v2/bot/message/aggregation/info')).body).toEqual({ numOfCustomAggregationUnits: 1_000 })
  await push('unit_0')
  expect(
    emulator
      .botMessages()
      .slice(-2)
      .map(({ units }) => units),
  ).toEqual([[], ['unit_0']])
})

test('a snapshot of an earlier version keeps its messages, retry keys, tokens and counts', async () => {
  onTestFinished(() => emulator.close())
  const key = loadRetryKey(7)
  const snapshot = JSON.parse(JSON.stringify(emulator.export()))
  const expiresAt = START + 60_000
  const { sendings: _, ledger: __, oldCampaigns: ___, ...bot } = snapshot.world.bot
  const older = {
    ...{ ...bot, sendings: [sendingOf(0), sendingOf(1)], retryKeys: { [key.slice(0, 2)]: { [key]: 1 } } },
    ...{ replyTokens: { 'a-reply-token': { chatId: FRIEND, expiresAt } } },
    ...{ linkTokens: { 'a-link-token': { userId: FRIEND, expiresAt } }, readTokens: {}, missionStickers: [] },
  }
  const messages = [{ id: '1', at: START, userId: FRIEND, liffId: null, via: 'chat', message: hello }]
  await emulator.import({ ...snapshot, world: { ...snapshot.world, messages, bot: older } })
  expect(emulator.botMessages().map(({ requestId }) => requestId)).toEqual(['request-0', 'request-1'])
  expect(emulator.messages()).toMatchObject(messages)
  expect((await get('/v2/bot/message/quota/consumption')).body.totalUsage).toBe(2)
  const again = await post(
    '/v2/bot/message/push',
    { to: FRIEND, messages: [hello] },
    { 'x-line-retry-key': key },
  )
  expect([again.status, again.headers.get('x-line-accepted-request-id')]).toEqual([409, 'request-1'])
  const reply = await post('/v2/bot/message/reply', { replyToken: 'a-reply-token', messages: [hello] })
  expect(reply.status).toBe(200)
  const { emulator: other } = await withBot()
  onTestFinished(() => other.close())
  await other.import(JSON.parse(JSON.stringify(emulator.export())))
  expect(other.export()).toEqual(JSON.parse(JSON.stringify(emulator.export())))
})

test('of requests at the same time, none undoes another, and a retry key works once', async () => {
  onTestFinished(() => emulator.close())
  const together = (count: number, request: (index: number) => ReturnType<typeof post>) =>
    Promise.all(Array.from({ length: count }, (_, index) => request(index)))
  const linked = await together(20, () => post(`/v2/bot/user/${FRIEND}/linkToken`))
  const tokens = tokensOf(emulator.export().world.bot.linkTokens)
  expect(new Set(tokens)).toEqual(new Set(linked.map(({ body }) => body.linkToken)))
  const push = { to: FRIEND, messages: [hello] }
  expect(
    (await together(20, () => post('/v2/bot/message/push', push))).every(({ status }) => status === 200),
  ).toBe(true)
  expect(emulator.botMessages()).toHaveLength(20)
  const again = await together(20, () =>
    post('/v2/bot/message/push', push, { 'x-line-retry-key': loadRetryKey(1) }),
  )
  expect(again.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(emulator.botMessages()).toHaveLength(21)
})

test('a mission sticker is stored with its user, and the REST control returns it', async () => {
  onTestFinished(() => emulator.close())
  const sticker = { to: FRIEND, productType: 'STICKER', productId: '7', sendPresentMessage: false }
  expect((await post('/shop/v3/mission', sticker)).status).toBe(200)
  expect((await post('/shop/v3/mission', { ...sticker, to: `U${'0'.repeat(32)}` })).status).toBe(400)
  const stored = [{ at: clock.now, userId: FRIEND, productId: '7' }]
  expect(emulator.missionStickers()).toEqual(stored)
  const url = 'http://localhost:4000/__emulator/api/mission-stickers'
  expect(await (await emulator.emulatorFetch(new Request(url)))?.json()).toEqual(stored)
})
