import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { claimsOf, headerOf } from '#emulator/tokens/jwt.ts'
import { CHANNEL_ID, LIFF_ID } from './kit.ts'
import { CALLBACK, CHALLENGE, SECRET, type Tokens, VERIFIER, webLine } from './web-login-kit.ts'

const API = 'https://api.line.me'
const VERIFY = `${API}/oauth2/v2.1/verify`
const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
const DAY = 86_400_000

test('the provider configuration names the endpoints, and each of them exists', async () => {
  const { line } = await webLine()
  const answer = await line('https://access.line.me/.well-known/openid-configuration')
  const configuration = await answer.json()
  expect(configuration).toMatchObject({
    issuer: 'https://access.line.me',
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile', 'email'],
  })
  const endpoints = Object.entries<string>(configuration).filter(([name]) => /_(endpoint|uri)$/.test(name))
  expect(endpoints.length).toBe(5)
  for (const [, url] of endpoints) expect([url, (await line(url)).status]).not.toEqual([url, 404])
})

test('a code is exchanged for tokens whose ID token is signed with the channel secret', async () => {
  const { callback, exchange, clock, emulator } = await webLine()
  const { code = '' } = await callback({ ...pkce, scope: 'profile openid email', max_age: '600' })
  const answer = await exchange(code, { code_verifier: VERIFIER })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const tokens = (await answer.json()) as Tokens
  expect(tokens).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    refresh_token: expect.any(String),
    expires_in: 2_592_000,
    scope: 'profile openid',
    id_token: expect.any(String),
  })
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token, new TextEncoder().encode(SECRET), {
    issuer: 'https://access.line.me',
    audience: CHANNEL_ID,
    algorithms: ['HS256'],
    currentDate: new Date(clock.now),
  })
  expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'HS256' })
  expect(payload).toMatchObject({
    ...{ sub: emulator.scenario().user, nonce: 'the-nonce', amr: ['lineautologin'] },
    ...{ auth_time: clock.now / 1000, iat: clock.now / 1000, exp: clock.now / 1000 + 3600 },
    ...{ name: 'Somying Jaidee', email: 'somying.jaidee@example.com' },
  })
})

test('a login without nonce, max_age and profile has an ID token without these claims', async () => {
  const { login } = await webLine()
  const claims = claimsOf((await login({ nonce: null, scope: 'openid' })).id_token)
  expect(Object.keys(claims ?? {})).toEqual(['iss', 'sub', 'aud', 'exp', 'iat', 'amr'])
  expect(await login({ scope: 'profile' })).not.toHaveProperty('id_token')
})

test('a client may send its secret in the Authorization header', async () => {
  const { callback, token } = await webLine()
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${CHANNEL_ID}:${secret}`).toString('base64')}`,
  })
  const fields = async () => ({
    ...{ grant_type: 'authorization_code', redirect_uri: CALLBACK },
    code: (await callback()).code ?? '',
  })
  expect((await token(await fields(), basic(SECRET))).status).toBe(200)
  const refused = await token(await fields(), basic('wrong'))
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'invalid_client' }])
})

test.each([
  ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
  ['no secret', { client_secret: '' }, 401, 'invalid_client'],
  ['another channel', { client_id: '1' }, 400, 'invalid_client'],
  ['another redirect URI', { redirect_uri: `${CALLBACK}?x=1` }, 400, 'invalid_grant'],
  ['a wrong verifier', { code_verifier: `${VERIFIER}x` }, 400, 'invalid_grant'],
  ['no verifier', { code_verifier: '' }, 400, 'invalid_grant'],
  ['an unknown code', { code: 'unknown' }, 400, 'invalid_grant'],
  ['an unknown grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
])('an exchange with %s is refused', async (_, change, status, error) => {
  const { callback, exchange } = await webLine()
  const { code = '' } = await callback(pkce)
  const answer = await exchange(code, { code_verifier: VERIFIER, ...change })
  expect([answer.status, await answer.json()]).toEqual([
    status,
    { error, error_description: expect.any(String) },
  ])
})

test('a code works once, for ten minutes', async () => {
  const { callback, exchange, clock } = await webLine()
  const { code = '' } = await callback()
  expect((await exchange(code)).status).toBe(200)
  expect(await (await exchange(code)).json()).toEqual({
    error: 'invalid_grant',
    error_description: 'invalid authorization code',
  })
  const { code: late = '' } = await callback()
  clock.now += 600_000
  expect(await (await exchange(late)).json()).toEqual({
    error: 'invalid_grant',
    error_description: 'authorization code expired',
  })
})

test.each([
  ['expired-code', 'authorization code expired'],
  ['used-code', 'invalid authorization code'],
])('the scenario %s makes every code unusable', async (scenario, error_description) => {
  const { callback, exchange } = await webLine({ scenario })
  const { code = '' } = await callback()
  const answer = await exchange(code)
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant', error_description }])
})

test('without a channel secret in the scenario, any secret is accepted and signs the ID token', async () => {
  const { login, line } = await webLine({ apps: [{ liffId: LIFF_ID, callbackUrls: [CALLBACK] }] })
  const verify = async ({ id_token }: Tokens) => {
    const body = new URLSearchParams({ id_token, client_id: CHANNEL_ID })
    return (await line(VERIFY, { method: 'POST', body })).status
  }
  const tokens = await login({}, 'my own secret')
  await jwtVerify(tokens.id_token, new TextEncoder().encode('my own secret'), {
    currentDate: new Date('2026-02-03T04:05:06Z'),
  })
  expect(await verify(tokens)).toBe(200)
})

test('an access token lives for 30 days, and a refresh token for 90', async () => {
  const { login, token, withBearer, clock } = await webLine()
  const { access_token, refresh_token } = await login()
  const refresh = (change: Record<string, string> = {}) =>
    token({
      ...{ grant_type: 'refresh_token', refresh_token, client_id: CHANNEL_ID, client_secret: SECRET },
      ...change,
    })
  const profile = async (bearer: string) => (await withBearer(`${API}/v2/profile`, bearer)).status
  clock.now += 30 * DAY - 1
  expect(await profile(access_token)).toBe(200)
  clock.now += 1
  expect(await profile(access_token)).toBe(401)
  expect((await refresh({ client_secret: 'wrong' })).status).toBe(401)
  const refreshed = await (await refresh()).json()
  expect(refreshed).toEqual({
    ...{ token_type: 'Bearer', scope: 'profile openid', access_token: expect.any(String) },
    ...{ expires_in: 2_592_000, refresh_token },
  })
  expect(await profile(refreshed.access_token)).toBe(200)
  clock.now += 60 * DAY
  expect(await (await refresh()).json()).toEqual({
    error: 'invalid_grant',
    error_description: 'invalid refresh token',
  })
})

test('verify confirms an access token, and revoke ends it', async () => {
  const { login, line } = await webLine()
  const { access_token } = await login()
  const verify = async () => {
    const answer = await line(`${VERIFY}?${new URLSearchParams({ access_token })}`)
    return [answer.status, await answer.json()]
  }
  expect(await verify()).toEqual([
    200,
    { scope: 'profile openid', client_id: CHANNEL_ID, expires_in: 2_592_000 },
  ])
  const fields = { client_id: CHANNEL_ID, client_secret: SECRET, access_token }
  const body = new URLSearchParams(fields)
  expect((await line(`${API}/oauth2/v2.1/revoke`, { method: 'POST', body })).status).toBe(200)
  expect(await verify()).toMatchObject([400, { error: 'invalid_request' }])
})

test.each([
  ['no change', {}, null],
  ['another channel', { client_id: '1234567890' }, 'Invalid IdToken Audience.'],
  ['another nonce', { nonce: 'x' }, 'Invalid IdToken Nonce.'],
  ['another user', { user_id: 'U1' }, 'Invalid IdToken Subject Identifier.'],
  ['a token that is not one', { id_token: 'x' }, 'Invalid IdToken.'],
])('verify checks an HS256 ID token: %s', async (_, change, error_description) => {
  const { login, line } = await webLine()
  const { id_token } = await login()
  const body = new URLSearchParams({ id_token, client_id: CHANNEL_ID, nonce: 'the-nonce', ...change })
  const answer = await (await line(VERIFY, { method: 'POST', body })).json()
  if (error_description === null) expect(answer).toEqual(claimsOf(id_token))
  else expect(answer).toEqual({ error: 'invalid_request', error_description })
})

test.each(['badSig', 'badAlg', 'expired', 'badIss'] as const)(
  'verify refuses an ID token with the defect %s',
  async variant => {
    const { login, line, emulator } = await webLine()
    emulator.control.patch({ tokens: { idTokenVariant: variant } })
    const { id_token } = await login()
    expect(headerOf(id_token)?.alg).toBe(variant === 'badAlg' ? 'RS256' : 'HS256')
    const body = new URLSearchParams({ id_token, client_id: CHANNEL_ID })
    expect((await line(VERIFY, { method: 'POST', body })).status).toBe(400)
  },
)

test('userinfo answers GET and POST, with the profile only if its scope was granted', async () => {
  const { login, withBearer, emulator } = await webLine()
  const userinfo = async (bearer: string, method: string) => {
    const answer = await withBearer(`${API}/oauth2/v2.1/userinfo`, bearer, { method })
    return answer.ok ? answer.json() : answer.status
  }
  const { access_token } = await login()
  const user = { sub: emulator.scenario().user, name: 'Somying Jaidee', picture: expect.any(String) }
  expect(await userinfo(access_token, 'GET')).toEqual(user)
  expect(await userinfo(access_token, 'POST')).toEqual(user)
  expect(await userinfo((await login({ scope: 'openid' })).access_token, 'GET')).toEqual({ sub: user.sub })
  expect(await userinfo((await login({ scope: 'profile' })).access_token, 'GET')).toBe(403)
  expect(await userinfo('unknown', 'GET')).toBe(401)
})

test('web logins share friendship, faults and consent with LIFF', async () => {
  const { login, withBearer, line, emulator, authorize } = await webLine()
  const { access_token } = await login()
  const friendship = async () => (await withBearer(`${API}/friendship/v1/status`, access_token)).json()
  expect(await friendship()).toEqual({ friendFlag: true })
  emulator.control.friendship({ state: 'blocked' })
  expect(await friendship()).toEqual({ friendFlag: false })
  emulator.control.patch({ faults: [{ path: '/friendship/*', status: 500, times: 1 }] })
  expect((await withBearer(`${API}/friendship/v1/status`, access_token)).status).toBe(500)
  const channel = { grant_type: 'client_credentials', client_id: CHANNEL_ID, client_secret: SECRET }
  const issued = await line(`${API}/oauth2/v3/token`, { method: 'POST', body: new URLSearchParams(channel) })
  const { access_token: channelToken } = (await issued.json()) as Tokens
  const body = JSON.stringify({ userAccessToken: access_token })
  const withdrawn = await withBearer(`${API}/user/v1/deauthorize`, channelToken, { method: 'POST', body })
  expect(withdrawn.status).toBe(204)
  expect((await withBearer(`${API}/v2/profile`, access_token)).status).toBe(401)
  expect((await authorize()).status).toBe(200)
})

test('the timeline shows the login of the browser and the back end’s requests', async () => {
  const { login, emulator } = await webLine()
  await login()
  const seen = emulator
    .requests()
    .map(({ method, url, via }) => [method, new URL(url).pathname, via].join(' '))
  expect(seen).toEqual(['GET /oauth2/v2.1/authorize phone', 'POST /oauth2/v2.1/token server'])
})
