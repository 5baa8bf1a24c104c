import { expect, onTestFinished, test } from 'vitest'
import { rateLimitOf } from '#emulator/platform/bot/rate-limits.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { FRIEND, hello, withBot } from './bot-kit.ts'

const limited = { messaging: { rateLimits: true } }

const { emulator, clock, post, get } = eachTest(() => withBot(limited))

test('with rate limits, LINE refuses the 61st broadcast of an hour, and its bucket fills steadily', async () => {
  onTestFinished(() => emulator.close())
  const broadcast = async () => (await post('/v2/bot/message/broadcast', { messages: [hello] })).status
  const statuses = []
  for (let index = 0; index < 61; index += 1) statuses.push(await broadcast())
  expect(statuses).toEqual([...Array(60).fill(200), 429])
  expect((await post('/v2/bot/message/broadcast', { messages: [hello] })).body).toEqual({
    message: 'The API rate limit has been exceeded. Try again later.',
  })
  expect((await post('/v2/bot/message/push', { to: FRIEND, messages: [hello] })).status).toBe(200)
  expect((await get('/v2/bot/info')).status).toBe(200)
  clock.now += 60_000
  expect([await broadcast(), await broadcast()]).toEqual([200, 429])
  emulator.control.clock({ advance: 120_000 })
  expect([await broadcast(), await broadcast(), await broadcast()]).toEqual([200, 200, 429])
  expect(emulator.botMessages().filter(({ via }) => via === 'broadcast')).toHaveLength(63)
})

test('a refused request keeps its retry key for the next attempt', async () => {
  onTestFinished(() => emulator.close())
  const key = { 'x-line-retry-key': '123e4567-e89b-12d3-a456-426614174000' }
  for (let index = 0; index < 60; index += 1) await post('/v2/bot/message/broadcast', { messages: [hello] })
  const retry = async () => (await post('/v2/bot/message/broadcast', { messages: [hello] }, key)).status
  expect(await retry()).toBe(429)
  clock.now += 60_000
  expect([await retry(), await retry()]).toEqual([200, 429])
})

test('an empty bucket is full again after LINE’s clock was set back', async () => {
  onTestFinished(() => emulator.close())
  const list = async () => (await get('/v2/bot/richmenu/list')).status
  for (let index = 0; index < 10; index += 1) await list()
  expect(await list()).toBe(429)
  clock.now -= 3_600_000
  const statuses = []
  for (let index = 0; index < 11; index += 1) statuses.push(await list())
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

test('each channel has limits of its own, and without the option there are none', async () => {
  onTestFinished(() => emulator.close())
  for (let index = 0; index < 10; index += 1) expect((await get('/v2/bot/richmenu/list')).status).toBe(200)
  expect((await get('/v2/bot/richmenu/list')).status).toBe(429)
  emulator.control.patch({ messaging: { channelId: '1600000001' } })
  expect((await get('/v2/bot/richmenu/list')).status).toBe(200)
  const { emulator: other, get: getOther } = await withBot()
  onTestFinished(() => other.close())
  for (let index = 0; index < 12; index += 1)
    expect((await getOther('/v2/bot/richmenu/list')).status).toBe(200)
})

test.each([
  ['POST', '/v2/bot/message/push', 2_000, 1_000],
  ['POST', '/v2/bot/message/multicast', 200, 1_000],
  ['POST', '/v2/bot/message/narrowcast', 60, 3_600_000],
  ['GET', '/v2/bot/message/delivery/push', 60, 3_600_000],
  ['GET', '/v2/bot/insight/richmenu/:richMenuId/daily', 60, 3_600_000],
  ['PUT', '/v2/bot/audienceGroup/upload', 60, 60_000],
  ['PUT', '/v2/bot/channel/webhook/endpoint', 1_000, 60_000],
  ['POST', '/v2/bot/richmenu', 100, 3_600_000],
  ['DELETE', '/v2/bot/richmenu/alias/:richMenuAliasId', 100, 3_600_000],
  ['POST', '/v2/bot/richmenu/batch', 3, 3_600_000],
  ['POST', '/v2/bot/richmenu/validate', 2_000, 1_000],
  ['GET', '/v2/bot/coupon', 200, 1_000],
  ['GET', '/v2/bot/membership/list', 200, 1_000],
  ['POST', '/v2/bot/chat/loading/start', 100, 1_000],
] as const)('%s %s has LINE’s limit of %i requests in %i ms', (method, path, count, ms) =>
  expect(rateLimitOf({ method, path })).toEqual({ count, ms }),
)
