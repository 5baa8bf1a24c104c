import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { claimsOf } from '#emulator/tokens/jwt.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { CHANNEL_ID, codeOf, emulated, exchange, get, LIFF_ID, locationOf, post } from './kit.ts'

const DAY = 86_400_000
const TOKEN = 'https://api.line.me/oauth2/v2.1/token'
const PROFILE = 'https://api.line.me/v2/profile'
const external = { scenario: 'not-in-client' } as const

type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly id_token?: string }

async function login(emulator: LiffEmulator): Promise<Tokens> {
  return (await (await exchange(emulator, await codeOf(emulator))).json()) as Tokens
}

function refresh(
  emulator: LiffEmulator,
  refresh_token: string,
  change: Record<string, string> = {},
): Promise<Response> {
  return post(emulator, TOKEN, {
    grant_type: 'refresh_token',
    client_id: CHANNEL_ID,
    refresh_token,
    ...change,
  })
}

const { emulator, clock } = eachTest(() => emulated(external))

test('a refresh token returns a new access token with the same scopes, and itself', async () => {
  const { access_token, refresh_token } = await login(emulator)
  clock.now += 43_200_000
  expect((await get(emulator, PROFILE, access_token)).status).toBe(401)
  const answer = await refresh(emulator, refresh_token)
  expect(answer.status).toBe(200)
  const body = (await answer.json()) as Tokens
  expect(body).toEqual({
    token_type: 'Bearer',
    scope: 'profile chat_message.write openid',
    access_token: expect.any(String),
    expires_in: 43_200,
    refresh_token,
  })
  expect((await get(emulator, PROFILE, body.access_token)).status).toBe(200)
})

test('`expires_in` is the whole lifetime of a new token, even if LINE needs a moment to issue it', async () => {
  const start = Date.parse('2026-02-03T04:05:06Z')
  let readings = 0
  const { emulator } = await emulated({ ...external, clock: () => start + readings++ })
  const code = await codeOf(emulator)
  expect(await (await exchange(emulator, code)).json()).toMatchObject({ expires_in: 43_200 })
})

test('a refresh token expires 90 days after the login, even if it was used', async () => {
  const { refresh_token } = await login(emulator)
  clock.now += 90 * DAY - 1
  expect((await refresh(emulator, refresh_token)).status).toBe(200)
  clock.now += 1
  const expired = await refresh(emulator, refresh_token)
  expect([expired.status, await expired.json()]).toEqual([
    400,
    { error: 'invalid_grant', error_description: 'invalid refresh token' },
  ])
})

test.each([
  ['an unknown refresh token', { refresh_token: 'never' }, 400, 'invalid_grant'],
  ['another channel', { client_id: '2000000002' }, 400, 'invalid_grant'],
  ['a wrong channel secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
])('refuses to refresh with %s', async (_, change, status, error) => {
  const apps = [
    { liffId: LIFF_ID, channelSecret: 'right' },
    { liffId: '2000000002-Another0', channelSecret: 'right' },
  ]
  const { emulator } = await emulated({ ...external, apps })
  const { refresh_token } = await login(emulator)
  const answer = await refresh(emulator, refresh_token, { client_secret: 'right', ...change })
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ error })])
  expect((await refresh(emulator, refresh_token, { client_secret: 'right' })).status).toBe(200)
})

test('a refresh token ends when the user’s consent is withdrawn', async () => {
  const { access_token, refresh_token } = await login(emulator)
  const issued = await post(emulator, 'https://api.line.me/oauth2/v3/token', {
    grant_type: 'client_credentials',
    client_id: CHANNEL_ID,
    client_secret: 'secret',
  })
  const { access_token: channelToken } = (await issued.json()) as Tokens
  const headers = { authorization: `Bearer ${channelToken}` }
  const body = JSON.stringify({ userAccessToken: access_token })
  const url = 'https://api.line.me/user/v1/deauthorize'
  expect((await emulator.handle(new Request(url, { method: 'POST', headers, body }))).status).toBe(204)
  expect((await refresh(emulator, refresh_token)).status).toBe(400)
})

test('a refresh token stays valid in a snapshot, and ends when time is set back to before the login', async () => {
  clock.now += DAY
  const { refresh_token } = await login(emulator)
  const copy = await emulated(external)
  copy.clock.now = clock.now
  await copy.emulator.import(JSON.parse(JSON.stringify(emulator.export())))
  expect((await refresh(copy.emulator, refresh_token)).status).toBe(200)
  copy.emulator.control.clock({ freeze: clock.now - DAY })
  expect((await refresh(copy.emulator, refresh_token)).status).toBe(400)
})

test('imports a snapshot that was exported before refresh tokens existed', async () => {
  const { refreshTokens: _, ...world } = emulator.export().world
  await emulator.import({ ...emulator.export(), world })
  const { refresh_token } = await login(emulator)
  expect((await refresh(emulator, refresh_token)).status).toBe(200)
})

test.each([
  ['another channel', { client_id: '2000000002' }, 'Invalid IdToken Audience.'],
  ['no channel', { client_id: '' }, 'Invalid IdToken Audience.'],
  ['a nonce that the token does not contain', { nonce: 'mine' }, 'Invalid IdToken Nonce.'],
  ['another user', { user_id: `U${'0'.repeat(32)}` }, 'Invalid IdToken Subject Identifier.'],
])('refuses to verify an ID token for %s', async (_, change, error_description) => {
  const { id_token = '' } = await login(emulator)
  const verify = (body: Record<string, string>) =>
    post(emulator, 'https://api.line.me/oauth2/v2.1/verify', { id_token, client_id: CHANNEL_ID, ...body })
  const answer = await verify(change)
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_request', error_description }])
  const user_id = emulator.scenario().user
  expect(await (await verify({ user_id })).json()).toMatchObject({ sub: user_id, aud: CHANNEL_ID })
})

test('an expired ID token of another channel is reported as expired', async () => {
  const { id_token = '' } = await login(emulator)
  clock.now += 3_600_000
  const verify = { id_token, client_id: '1' }
  const answer = await post(emulator, 'https://api.line.me/oauth2/v2.1/verify', verify)
  expect(await answer.json()).toMatchObject({ error_description: 'IdToken expired.' })
})

test('`tokens.scope` decides which calls and data an access token allows', async () => {
  emulator.control.patch({ tokens: { scope: 'openid' } })
  const { access_token, id_token = '', ...rest } = await login(emulator)
  expect(rest).toMatchObject({ scope: 'openid' })
  expect(Object.keys(claimsOf(id_token) ?? {})).toEqual(['iss', 'sub', 'aud', 'exp', 'iat', 'amr'])
  const userinfo = () => get(emulator, 'https://api.line.me/oauth2/v2.1/userinfo', access_token)
  expect(await (await userinfo()).json()).toEqual({ sub: emulator.scenario().user })
  for (const url of [PROFILE, 'https://api.line.me/friendship/v1/status'])
    expect((await get(emulator, url, access_token)).status).toBe(403)
  emulator.control.patch({ tokens: { scope: 'profile' } })
  expect((await userinfo()).status).toBe(403)
  expect((await get(emulator, PROFILE, access_token)).status).toBe(200)
})

/** Opens the app inside LINE. Returns its access token and its context. */
async function launch(emulator: LiffEmulator, liffId = LIFF_ID) {
  const { hash } = locationOf(await get(emulator, `https://liff.line.me/${liffId}`))
  const params = new URLSearchParams(hash.slice(1))
  return {
    accessToken: params.get('access_token') ?? '',
    context: claimsOf(params.get('context_token') ?? '') ?? {},
  }
}

test('the context contains the hash of its access token, and the signed-in context of a browser too', async () => {
  const { emulator } = await emulated()
  const { accessToken, context } = await launch(emulator)
  const hash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
  expect(context.accessTokenHash).toBe(hash)
  const url = `https://api.line.me/liff/v2/apps/${LIFF_ID}/contextToken`
  const contextOf = async (token?: string) => {
    const { contextToken } = (await (await get(emulator, url, token)).json()) as { contextToken: string }
    return claimsOf(contextToken)
  }
  expect(await contextOf(accessToken)).toMatchObject({ accessTokenHash: hash })
  expect(await contextOf()).not.toHaveProperty('accessTokenHash')
})

test('`utouId` is the same at each launch, and differs by user and by official account', async () => {
  const other = '2000000002-Another0'
  const apps = [
    { liffId: LIFF_ID, officialAccount: { id: '@campaign', name: 'Campaign' } },
    { liffId: other, officialAccount: { id: '@other', name: 'Other' } },
  ]
  const { emulator } = await emulated({ apps })
  const utouIdOf = async (liffId?: string) => (await launch(emulator, liffId)).context.utouId
  const first = await utouIdOf()
  expect(first).toMatch(/^UU[0-9a-f]{128}$/)
  expect(await utouIdOf()).toBe(first)
  const ids = [first, await utouIdOf(other)]
  const second = emulator.scenario().users[1]?.userId
  emulator.control.patch({ user: second })
  ids.push(await utouIdOf())
  expect(new Set(ids).size).toBe(3)
})

test.each([
  ['another channel', { client_id: '2000000002' }, 400],
  ['an unknown channel', { client_id: '1' }, 400],
  ['a wrong channel secret', { client_secret: 'wrong' }, 401],
])('%s cannot revoke an access token', async (_, change, status) => {
  const apps = [
    { liffId: LIFF_ID, channelSecret: 'right' },
    { liffId: '2000000002-Another0', channelSecret: 'right' },
  ]
  const { emulator } = await emulated({ ...external, apps })
  const { access_token } = await login(emulator)
  const revoke = (body: Record<string, string>) =>
    post(emulator, 'https://api.line.me/oauth2/v2.1/revoke', {
      access_token,
      client_id: CHANNEL_ID,
      client_secret: 'right',
      ...body,
    })
  expect((await revoke(change)).status).toBe(status)
  expect((await get(emulator, PROFILE, access_token)).status).toBe(200)
  expect((await revoke({})).status).toBe(200)
  expect((await get(emulator, PROFILE, access_token)).status).toBe(401)
})

test('LINE returns the user information to GET and POST', async () => {
  const { access_token } = await login(emulator)
  const url = 'https://api.line.me/oauth2/v2.1/userinfo'
  const headers = { authorization: `Bearer ${access_token}` }
  for (const method of ['GET', 'POST']) {
    const answer = await emulator.handle(new Request(url, { method, headers }))
    expect(await answer.json()).toMatchObject({ sub: emulator.scenario().user, name: 'Somying Jaidee' })
  }
})
