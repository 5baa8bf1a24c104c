import { expect, test } from 'vitest'
import { CHANNEL_ID, LIFF_ID } from './kit.ts'
import { CALLBACK, SECRET, webLine } from './web-login-kit.ts'

/** LINE's errors about a channel keep LINE's own body. The timeline and a header list the existing channels. */

const BOT = '1600000000'
const OTHER = '1656000009'
const NAME = 'ร้าน (AUTH_LINE_ID in .env)'
const KNOWN = `${CHANNEL_ID} (${NAME}), ${OTHER} (Other)`

const SHOP = { liffId: LIFF_ID, name: NAME, channelSecret: SECRET, callbackUrls: [CALLBACK] }
const apps = [SHOP, { ...SHOP, liffId: `${OTHER}-WebLogin`, name: 'Other' }]

async function twoChannels() {
  const web = await webLine({ apps })
  const post = (path: string, fields: Record<string, string>) =>
    web.line(`https://api.line.me${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  /** Returns the response's body and the reasons in the header and in the timeline. */
  async function answerOf(response: Promise<Response>) {
    const { status, headers, text } = await response.then(async answer => ({
      ...{ status: answer.status, headers: answer.headers, text: await answer.text() },
    }))
    const reason = web.emulator.requests().at(-1)?.error ?? null
    expect(headers.get('x-liff-emulator-error')).toBe(reason?.replace(/[^ -~]/g, '?') ?? null)
    return { status, body: JSON.parse(text), reason }
  }
  return { ...web, post, answerOf }
}

const INVALID_ID = { error: 'invalid_client', error_description: 'invalid client_id' }
const INVALID_SECRET = { error: 'invalid_client', error_description: 'invalid client_secret' }

test('an unknown client_id at the revocation names the LINE Login channels', async () => {
  const { post, answerOf } = await twoChannels()
  const revoke = (client_id: string, client_secret = SECRET) =>
    answerOf(post('/oauth2/v2.1/revoke', { access_token: 'x', client_id, client_secret }))
  expect(await revoke('1656000099')).toEqual({
    ...{ status: 400, body: INVALID_ID },
    reason: `client_id 1656000099 is not the LINE Login channel of an app in this scenario. Its LINE Login channels: ${KNOWN}`,
  })
  const bot = await revoke(BOT)
  expect(bot.body).toEqual(INVALID_ID)
  expect(bot.reason).toContain('which liff-emulator passes to a back end as LINE_CHANNEL_ID')
  expect((await revoke('')).reason).toContain('client_id (missing) is not')
})

test('a wrong client_secret names the channel, and no secret', async () => {
  const { post, answerOf } = await twoChannels()
  const fields = { access_token: 'x', client_id: CHANNEL_ID }
  const wrong = await answerOf(post('/oauth2/v2.1/revoke', { ...fields, client_secret: 'a wrong one' }))
  expect(wrong).toEqual({
    ...{ status: 401, body: INVALID_SECRET },
    reason: `client_secret is not the secret of the channel ${CHANNEL_ID} (${NAME}). The scenario has it as channelSecret of its app`,
  })
  const none = await answerOf(post('/oauth2/v2.1/revoke', fields))
  expect(none.reason).toBe(`client_secret is missing. The channel is ${CHANNEL_ID} (${NAME})`)
})

test('a code, a refresh token, an ID token and an access token of another channel name their channel', async () => {
  const { callback, exchange, login, token, post, answerOf } = await twoChannels()
  const reason = (thing: string) =>
    `client_id ${OTHER} is not the channel of ${thing}, which is ${CHANNEL_ID} (${NAME}). The LINE Login channels: ${KNOWN}`
  const other = { client_id: OTHER, client_secret: SECRET }
  const { code = '' } = await callback()
  expect(await answerOf(exchange(code, other))).toEqual({
    ...{ status: 400, body: INVALID_ID, reason: reason('the authorization code') },
  })
  const { access_token, refresh_token, id_token } = await login()
  expect(await answerOf(token({ grant_type: 'refresh_token', refresh_token, ...other }))).toEqual({
    ...{ status: 400, reason: reason('the refresh token') },
    body: { error: 'invalid_grant', error_description: 'invalid refresh token' },
  })
  expect(await answerOf(post('/oauth2/v2.1/verify', { id_token, client_id: OTHER }))).toEqual({
    ...{ status: 400, reason: reason('the ID token') },
    body: { error: 'invalid_request', error_description: 'Invalid IdToken Audience.' },
  })
  expect(await answerOf(post('/oauth2/v2.1/revoke', { access_token, ...other }))).toEqual({
    ...{ status: 400, reason: reason('the access token') },
    body: { error: 'invalid_request', error_description: 'invalid access token' },
  })
})

test('an exchange without a secret says that it is missing, and one that succeeds explains nothing', async () => {
  const { callback, exchange, answerOf } = await twoChannels()
  const { code = '' } = await callback()
  const none = await answerOf(exchange(code, { client_secret: '' }))
  expect(none).toMatchObject({ status: 401, body: INVALID_SECRET })
  expect(none.reason).toContain('client_secret is missing.')
  const next = await callback()
  expect(await answerOf(exchange(next.code ?? ''))).toMatchObject({ status: 200, reason: null })
})

const credentials = (client_id: string, client_secret: string) => ({
  ...{ grant_type: 'client_credentials', client_id, client_secret },
})

const INVALID_CREDENTIALS = { error: 'invalid_request', error_description: "Invalid 'client_credentials'." }

test.each([
  { path: '/v2/oauth/accessToken', id: INVALID_ID, secret: INVALID_SECRET },
  { path: '/oauth2/v3/token', id: INVALID_CREDENTIALS, secret: INVALID_CREDENTIALS },
])(
  '$path names the channels of both kinds, and the channel of a wrong secret',
  async ({ path, id, secret }) => {
    const { post, answerOf } = await twoChannels()
    expect(await answerOf(post(path, credentials('1656000099', 'x')))).toEqual({
      ...{ status: 400, body: id },
      reason: `client_id 1656000099 is not a channel of this scenario. Its LINE Login channels: ${KNOWN}. Its Messaging API channel: ${BOT}`,
    })
    expect(await answerOf(post(path, credentials(BOT, 'a wrong one')))).toEqual({
      ...{ status: 400, body: secret },
      reason: `client_secret is not the secret of the channel ${BOT}. The scenario has it as messaging.channelSecret`,
    })
  },
)

test('an assertion of an unknown channel names the channels', async () => {
  const { post, answerOf, clock } = await twoChannels()
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    iss: '1656000099',
    sub: '1656000099',
    exp: clock.now / 1000 + 60,
    aud: 'https://api.line.me/',
  }
  const fields = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`,
  }
  const { status, body, reason } = await answerOf(post('/oauth2/v2.1/token', fields))
  expect([status, body]).toEqual([404, { message: 'Cannot find channel key that satisfies the conditions' }])
  expect(reason).toContain(`client_id 1656000099 is not a channel of this scenario.`)
})
