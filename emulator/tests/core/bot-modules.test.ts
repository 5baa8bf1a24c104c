import { createHash } from 'node:crypto'
import { moduleAttach, moduleOperation } from '@line/bot-sdk'
import { expect, onTestFinished, test } from 'vitest'
import { sendToEmulator } from '#tests/kit/line-load.ts'
import { FRIEND, STRANGER, TOKEN, withBot } from './bot-kit.ts'
import { validatorFor } from './openapi-kit.ts'

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
  [STRANGER, {}, 404],
  ['unknown', {}, 400],
  ['__proto__', {}, 400],
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
  expect((await post('/v2/bot/channel/detach', { botId: FRIEND })).body).toEqual({
    message: 'user/group/room Id is not available.',
  })
  expect((await post('/v2/bot/channel/detach', { botId })).status).toBe(200)
  expect(await post('/v2/bot/channel/detach', { botId })).toMatchObject({
    status: 400,
    body: { message: 'Specified channel is not detachable' },
  })
  expect((await get('/v2/bot/list')).body).toEqual({ bots: [] })
})

const AUTHORIZE = 'https://manager.line.biz/module/auth/v1/authorize'
const CALLBACK = 'https://module.example/callback'
const [CHANNEL_ID, CHANNEL_SECRET] = ['1600000000', '5ec2e75ec2e75ec2e75ec2e75ec2e75e']

/** Creates an emulated LINE that LINE's SDK in this process calls, and functions that act as a module's provider. */
async function withModule() {
  const { emulator, clock, post, get } = await withBot()
  const restore = sendToEmulator(emulator)
  onTestFinished(() => {
    restore()
    return emulator.close()
  })
  const sdk = new moduleAttach.LineModuleAttachClient({ channelAccessToken: 'none' })
  const authorizeUrl = (change: Readonly<Record<string, string>> = {}) => {
    const query = {
      ...{ response_type: 'code', client_id: CHANNEL_ID, redirect_uri: CALLBACK, state: 'a-state' },
      ...{ scope: 'message:send message:receive', region: 'JP', ...change },
    }
    return `${AUTHORIZE}?${new URLSearchParams(query)}`
  }
  const answer = async (value: string, change = {}) => {
    const body = new URLSearchParams({ answer: value })
    const response = await emulator.handle(new Request(authorizeUrl(change), { method: 'POST', body }))
    return new URL(response.headers.get('location') ?? '').searchParams
  }
  const code = async (change = {}) => (await answer('link', change)).get('code') ?? ''
  const attach = (given: string, uri = CALLBACK, secret = CHANNEL_SECRET, verifier?: string) =>
    sdk.attachModule('authorization_code', given, uri, verifier, CHANNEL_ID, secret, 'JP')
  return { emulator, clock, post, get, authorizeUrl, answer, code, attach }
}

test('an admin links the account with a module, and the SDK attaches, lists and detaches it', async () => {
  const { emulator, post, get, authorizeUrl, answer, attach } = await withModule()
  const botId = (await get('/v2/bot/info')).body.userId
  await post('/v2/bot/channel/detach', { botId })
  const screen = await (await emulator.handle(new Request(authorizeUrl()))).text()
  expect(screen).toContain('<code>message:receive</code>')
  const cancelled = await answer('cancel')
  expect([cancelled.get('error'), cancelled.get('state')]).toEqual(['access_denied', 'a-state'])
  const linked = await answer('link')
  expect(linked.get('state')).toBe('a-state')
  const scopes = ['message:send', 'message:receive']
  const attached = await attach(linked.get('code') ?? '')
  expect(attached).toEqual({ bot_id: botId, scopes })
  const schema = { $ref: '#/components/schemas/AttachModuleResponse' }
  expect(validatorFor('module-attach')(schema)(attached)).toBe(true)
  const module = new moduleOperation.LineModuleClient({ channelAccessToken: TOKEN })
  expect((await module.getModules()).bots).toMatchObject([{ userId: botId }])
  await module.acquireChatControl(FRIEND, { ttl: 60 })
  await module.releaseChatControl(FRIEND)
  await module.detachModule({ botId })
  expect((await module.getModules()).bots).toEqual([])
  await expect(attach(linked.get('code') ?? '')).rejects.toMatchObject({ status: 400 })
})

test('a code of a module works for its channel, its URL and its verifier, and for ten minutes', async () => {
  const { clock, code, attach } = await withModule()
  await expect(attach(await code(), CALLBACK, '0'.repeat(32))).rejects.toMatchObject({ status: 403 })
  await expect(attach(await code(), 'https://other.example/')).rejects.toMatchObject({ status: 400 })
  await expect(attach(await code({ region: 'TW' }))).rejects.toMatchObject({ status: 400 })
  await expect(attach('unknown')).rejects.toMatchObject({ status: 400 })
  const verifier = 'a-verifier-of-forty-three-characters-000000'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  await expect(attach(await code(pkce))).rejects.toMatchObject({ status: 400 })
  expect(await attach(await code(pkce), CALLBACK, CHANNEL_SECRET, verifier)).toHaveProperty('bot_id')
  const late = await code()
  clock.now += 600_000
  await expect(attach(late)).rejects.toMatchObject({ status: 400 })
})

test('a module can identify itself with HTTP Basic authentication', async () => {
  const { emulator, code } = await withModule()
  const attach = async (secret: string) => {
    const basic = Buffer.from(`${CHANNEL_ID}:${secret}`).toString('base64')
    const form = { grant_type: 'authorization_code', code: await code(), redirect_uri: CALLBACK }
    return emulator.lineFetch(
      new Request('https://manager.line.biz/module/auth/v1/token', {
        ...{ method: 'POST', headers: { authorization: `Basic ${basic}` }, body: new URLSearchParams(form) },
      }),
    )
  }
  expect((await attach('wrong')).status).toBe(403)
  expect((await attach(CHANNEL_SECRET)).status).toBe(200)
})

test.each([
  [{ response_type: 'token' }],
  [{ client_id: '1600000001' }],
  [{ redirect_uri: 'callback' }],
  [{ scope: 'message:read' }],
  [{ state: '' }],
  [{ region: 'TH' }],
  [{ basic_search_id: '@other' }],
  [{ brand_type: 'gold' }],
  [{ code_challenge: 'a', code_challenge_method: 'plain' }],
])('LINE refuses an authorization URL of a module with %j', async change => {
  const { emulator, authorizeUrl } = await withModule()
  expect((await emulator.handle(new Request(authorizeUrl(change)))).status).toBe(400)
})
