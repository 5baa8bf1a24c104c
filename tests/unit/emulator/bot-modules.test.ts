// @vitest-environment node
import { expect, onTestFinished, test } from 'vitest'
import { FRIEND, withBot } from './bot-kit.ts'

const control = (chatId: string, action: 'acquire' | 'release') => `/v2/bot/chat/${chatId}/control/${action}`

test('a module takes control of a chat for a time and gives it back', async () => {
  const { emulator, clock, post } = await withBot()
  onTestFinished(() => emulator.close())
  const until = () => emulator.export().world.bot.chatControl[FRIEND]
  expect((await post(control(FRIEND, 'release'))).status).toBe(404)
  expect((await post(control(FRIEND, 'acquire'), {})).status).toBe(200)
  expect(until()).toBe(clock.now + 3_600_000)
  expect((await post(control(FRIEND, 'acquire'), { ttl: 60 })).status).toBe(200)
  expect(until()).toBe(clock.now + 60_000)
  expect((await post(control(FRIEND, 'release'))).status).toBe(200)
  expect(until()).toBe(undefined)
})

test.each([
  [FRIEND, { ttl: 0 }, 400],
  [FRIEND, { ttl: 31_536_001 }, 400],
  [FRIEND, { ttl: 'long' }, 400],
  [FRIEND, { expired: false, ttl: 0 }, 200],
  ['unknown', {}, 404],
  ['__proto__', {}, 404],
])('acquiring the chat %s with %j answers %i', async (chatId, body, status) => {
  const { emulator, post } = await withBot()
  onTestFinished(() => emulator.close())
  expect((await post(control(chatId, 'acquire'), body)).status).toBe(status)
})

test('the account is listed until the module is detached from it, once', async () => {
  const { emulator, get, post } = await withBot()
  onTestFinished(() => emulator.close())
  const { userId: botId, basicId } = (await get('/v2/bot/info')).body
  expect((await get('/v2/bot/list?limit=1')).body).toMatchObject({ bots: [{ userId: botId, basicId }] })
  expect((await get('/v2/bot/list?limit=101')).status).toBe(400)
  expect((await post('/v2/bot/channel/detach', { botId: FRIEND })).status).toBe(404)
  expect((await post('/v2/bot/channel/detach', { botId })).status).toBe(200)
  expect((await post('/v2/bot/channel/detach', { botId })).status).toBe(404)
  expect((await get('/v2/bot/list')).body).toEqual({ bots: [] })
})
