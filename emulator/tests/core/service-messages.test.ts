import { expect, test } from 'vitest'
import { createLiffEmulator, type EmulatorOptions, type LiffEmulator } from '#emulator/index.ts'
import { FRIEND, STRANGER } from './bot-kit.ts'
import { CHANNEL_ID, control, emulated, LIFF_ID, post } from './kit.ts'

const YEAR_MS = 31_536_000_000
const TEMPLATES = { booked_th: ['name', 'time'], reminder_th: [] }
const params = { name: 'Somying', time: '18:30' }

const api = (path: string) => `https://api.line.me${path}`

/** Calls the service message API as the server of a MINI App. */
async function notifier(emulator: LiffEmulator, path: string, body: unknown, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await emulator.lineFetch(new Request(api(`/message/v3/notifier/${path}`), init))
  return { status: response.status, body: JSON.parse(await response.text()) }
}

async function channelToken(emulator: LiffEmulator): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: CHANNEL_ID, client_secret: 'any' }
  const response = await post(emulator, api('/oauth2/v3/token'), form)
  return JSON.parse(await response.text()).access_token
}

/** Creates an emulated LINE whose app is a MINI App with templates, and functions that act as the app's server. */
async function withMiniApp(options: EmulatorOptions = {}) {
  const { emulator, clock } = await emulated(options)
  const { apps } = emulator.scenario()
  const changed = apps.map((app, at) => (at === 0 ? { ...app, serviceMessages: TEMPLATES } : app))
  expect(emulator.control.patch({ apps: changed })).toMatchObject({ ok: true })
  const token = await channelToken(emulator)
  const accessToken = async (userId = FRIEND): Promise<string> =>
    (await control(emulator, 'POST', 'token', { userId, liffId: LIFF_ID })).body.accessToken
  const issue = (liffAccessToken: unknown) => notifier(emulator, 'token', { liffAccessToken }, token)
  const send = (notificationToken: string, change: object = {}) =>
    notifier(
      emulator,
      'send?target=service',
      { templateName: 'booked_th', params, notificationToken, ...change },
      token,
    )
  return { emulator, clock, token, accessToken, issue, send }
}

test('a token allows five messages to one user, friend or not, and each message except the last replaces it', async () => {
  const { emulator, accessToken, issue, send } = await withMiniApp()
  const issued = await issue(await accessToken(STRANGER))
  expect(issued).toEqual({
    status: 200,
    body: {
      notificationToken: expect.any(String),
      expiresIn: 31_536_000,
      remainingCount: 5,
      sessionId: expect.any(String),
    },
  })
  const tokens: string[] = [issued.body.notificationToken]
  for (const remainingCount of [4, 3, 2, 1]) {
    const sent = await send(tokens.at(-1) ?? '')
    expect(sent).toMatchObject({ status: 200, body: { remainingCount, sessionId: issued.body.sessionId } })
    tokens.push(sent.body.notificationToken)
  }
  expect(new Set(tokens).size).toBe(5)
  expect(await send(tokens.at(-1) ?? '')).toEqual({ status: 200, body: { expiresIn: 0, remainingCount: 0 } })
  for (const spent of tokens)
    expect(await send(spent)).toEqual({ status: 401, body: { message: 'Invalid notifier token' } })
  expect(emulator.serviceMessages()).toHaveLength(5)
  expect((await control(emulator, 'GET', 'service-messages')).body[0]).toMatchObject({
    userId: STRANGER,
    liffId: LIFF_ID,
    templateName: 'booked_th',
    params,
  })
  expect(emulator.botMessages()).toEqual([])
})

test('a token expires a year after the first one of its session', async () => {
  const { clock, accessToken, issue, send, emulator } = await withMiniApp()
  const { notificationToken } = (await issue(await accessToken())).body
  clock.now += 1000
  const sent = await send(notificationToken)
  expect(sent.body.expiresIn).toBe(31_535_999)
  clock.now += YEAR_MS - 1000
  const later = await channelToken(emulator)
  const body = { templateName: 'reminder_th', params: {}, notificationToken: sent.body.notificationToken }
  expect((await notifier(emulator, 'send?target=service', body, later)).status).toBe(401)
  expect(emulator.serviceMessages()).toHaveLength(1)
})

test('LINE issues one token for an access token, and none for an invalid one', async () => {
  const { emulator, clock, accessToken, issue } = await withMiniApp()
  const token = await accessToken()
  expect((await issue(token)).status).toBe(200)
  expect((await issue(token)).status).toBe(400)
  for (const wrong of ['nonsense', '__proto__']) expect((await issue(wrong)).status).toBe(401)
  for (const wrong of [undefined, 5, ''])
    expect(await issue(wrong)).toEqual({
      status: 400,
      body: { message: '[liffAccessToken] must not be blank' },
    })
  const expired = await accessToken()
  clock.now += 43_200_000
  const body = { liffAccessToken: expired }
  expect(await notifier(emulator, 'token', body, await channelToken(emulator))).toMatchObject({
    status: 401,
    body: { message: 'The access token expired' },
  })
})

test('refuses unknown templates, missing parameters and another target, and the token stays valid', async () => {
  const { emulator, token, accessToken, issue, send } = await withMiniApp()
  const { notificationToken } = (await issue(await accessToken())).body
  for (const templateName of ['unknown_th', 'toString'])
    expect((await send(notificationToken, { templateName })).status).toBe(403)
  expect(await send(notificationToken, { params: { name: 'Somying' } })).toMatchObject({
    status: 400,
    body: { message: 'Missing parameters: time' },
  })
  expect((await send(notificationToken, { params: null })).status).toBe(400)
  expect((await notifier(emulator, 'send', { notificationToken }, token)).status).toBe(400)
  expect(emulator.serviceMessages()).toEqual([])
  expect((await send(notificationToken)).status).toBe(200)
})

test('only a channel of a MINI App sends service messages, with a short-lived or stateless token', async () => {
  const { emulator, clock } = await withMiniApp()
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = clock.now / 1000 + 60
  const claims = { iss: CHANNEL_ID, sub: CHANNEL_ID, aud: 'https://api.line.me/', exp }
  const asserted = await post(emulator, api('/oauth2/v2.1/token'), {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${part({ alg: 'RS256', kid: 'k' })}.${part(claims)}.c2ln`,
  })
  const withKeyId = JSON.parse(await asserted.text()).access_token
  expect(withKeyId).toEqual(expect.any(String))
  const userToken = (await control(emulator, 'POST', 'token', {})).body.accessToken
  for (const wrong of [withKeyId, userToken, 'emulated-channel-access-token', ''])
    expect((await notifier(emulator, 'token', { liffAccessToken: userToken }, wrong)).status).toBe(401)
  const plain = await createLiffEmulator()
  const token = await channelToken(plain)
  expect((await notifier(plain, 'token', { liffAccessToken: 'x' }, token)).status).toBe(403)
})

test('a snapshot keeps the tokens, and one from before service messages has none', async () => {
  const { emulator, token, accessToken, issue } = await withMiniApp()
  const { notificationToken } = (await issue(await accessToken())).body
  const snapshot = JSON.parse(JSON.stringify(emulator.export()))
  const { emulator: other } = await emulated()
  await other.import(snapshot)
  const body = { templateName: 'reminder_th', params: {}, notificationToken }
  expect((await notifier(other, 'send?target=service', body, token)).status).toBe(200)
  for (const name of ['notificationTokens', 'serviceMessages']) delete snapshot.world.bot[name]
  await other.import(snapshot)
  expect(other.serviceMessages()).toEqual([])
  expect((await notifier(other, 'send?target=service', body, token)).status).toBe(401)
})
