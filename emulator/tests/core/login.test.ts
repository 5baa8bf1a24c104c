import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { eachTest } from '#tests/kit/each-test.ts'
import { authorizeUrl, CHANNEL_ID, codeOf, emulated, exchange, get, locationOf, ORIGIN, post } from './kit.ts'

const external = { scenario: 'not-in-client' } as const

const { emulator, clock } = eachTest(() => emulated(external))

test('a login outside LINE redirects back with code, state, client id and redirect URI', async () => {
  const answer = await get(emulator, authorizeUrl({ redirect_uri: `${ORIGIN}/receipt?x=1` }))
  expect(answer.status).toBe(302)
  const back = locationOf(answer)
  expect(back.pathname).toBe('/receipt')
  expect([...back.searchParams.keys()]).toEqual(['x', 'code', 'state', 'liffClientId', 'liffRedirectUri'])
  expect(back.searchParams.get('state')).toBe('abcdefghijkl')
  expect(back.searchParams.get('liffClientId')).toBe(CHANNEL_ID)
  expect(back.searchParams.get('liffRedirectUri')).toBe(`${ORIGIN}/receipt?x=1`)
})

test('a login that returns in another browser leads to an origin of its own, unless the app is on another machine', async () => {
  const { emulator } = await emulated({ scenario: 'other-browser' })
  const returned = async (redirect_uri: string) => {
    const local = authorizeUrl({ redirect_uri }).replace('https://', `${ORIGIN}/__line/`)
    const answer = await emulator.emulatorFetch(new Request(local, { headers: { origin: ORIGIN } }))
    if (answer === null) throw new Error('the emulator has not answered')
    return locationOf(answer)
  }
  const { user } = emulator.scenario()
  const { origin, pathname, searchParams } = await returned(`${ORIGIN}/receipt?x=1`)
  expect(origin + pathname).toBe(`http://other-${user.toLowerCase()}.phone.localhost:4000/receipt`)
  expect(searchParams.get('liffRedirectUri')).toBe(`${ORIGIN}/receipt?x=1`)
  emulator.control.patch({ environment: { loginBrowser: 'same' } })
  expect((await returned(`${ORIGIN}/receipt`)).origin).toBe(ORIGIN)
  const elsewhere = 'https://shop.example.com/'
  emulator.control.patch({
    environment: { loginBrowser: 'other' },
    apps: [{ ...emulator.scenario().apps[0], endpointUrl: elsewhere }],
  })
  expect((await returned(elsewhere)).origin).toBe('https://shop.example.com')
})

test('exchanges an authorization code with the right verifier for tokens', async () => {
  const answer = await exchange(emulator, await codeOf(emulator))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    token_type: 'Bearer',
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    expires_in: 43_200,
    scope: 'profile chat_message.write openid',
    id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  })
})

test.each([
  ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
  ['no verifier', { code_verifier: '' }, 'invalid_grant'],
  ['another redirect address', { redirect_uri: `${ORIGIN}/other` }, 'invalid_grant'],
  ['another channel', { client_id: '1' }, 'invalid_client'],
  ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['an unknown code', { code: 'never' }, 'invalid_grant'],
])('refuses an exchange with %s', async (_, change, error) => {
  const answer = await exchange(emulator, await codeOf(emulator), change)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error })
})

test('a code works only once, even if the first exchange failed', async () => {
  const code = await codeOf(emulator)
  expect((await exchange(emulator, code)).status).toBe(200)
  expect(await (await exchange(emulator, code)).json()).toEqual({
    error: 'invalid_grant',
    error_description: 'invalid authorization code',
  })
  const second = await codeOf(emulator)
  await exchange(emulator, second, { code_verifier: 'wrong' })
  expect((await exchange(emulator, second)).status).toBe(400)
})

test('a code expires after ten minutes', async () => {
  const code = await codeOf(emulator)
  clock.now += 600_000
  expect(await (await exchange(emulator, code)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('the ID token verifies against the published keys and contains the user’s data', async () => {
  const { id_token: idToken } = (await (await exchange(emulator, await codeOf(emulator))).json()) as {
    id_token: string
  }
  const keys = await (await get(emulator, 'https://api.line.me/oauth2/v2.1/certs')).json()
  const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(keys), {
    issuer: 'https://access.line.me',
    audience: CHANNEL_ID,
    algorithms: ['ES256'],
    currentDate: new Date(clock.now),
  })
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'JWT' })
  expect(payload).toMatchObject({
    sub: emulator.scenario().user,
    name: 'Somying Jaidee',
    email: 'somying.jaidee@example.com',
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
})

test('LINE’s verify call confirms a valid ID token and refuses a foreign, an expired and a forged one', async () => {
  const { id_token } = (await (await exchange(emulator, await codeOf(emulator))).json()) as {
    id_token: string
  }
  const verify = (body: Record<string, string>) =>
    post(emulator, 'https://api.line.me/oauth2/v2.1/verify', body)
  expect(await (await verify({ id_token, client_id: CHANNEL_ID })).json()).toMatchObject({ aud: CHANNEL_ID })
  expect((await verify({ id_token, client_id: '1' })).status).toBe(400)
  const [head, , signature] = id_token.split('.')
  const forged = Buffer.from(JSON.stringify({ iss: 'https://access.line.me', aud: CHANNEL_ID })).toString(
    'base64url',
  )
  expect((await verify({ id_token: `${head}.${forged}.${signature}`, client_id: CHANNEL_ID })).status).toBe(
    400,
  )
  clock.now += 3_600_000
  expect(await (await verify({ id_token, client_id: CHANNEL_ID })).json()).toMatchObject({
    error_description: 'IdToken expired.',
  })
})

test('issues no ID token without the openid scope', async () => {
  const { emulator } = await emulated({ scenario: 'no-openid-scope' })
  emulator.control.patch({ environment: { kind: 'external' } })
  const body = (await (await exchange(emulator, await codeOf(emulator))).json()) as Record<string, unknown>
  expect(body).not.toHaveProperty('id_token')
  expect(body.scope).toBe('profile chat_message.write')
})

test.each([
  ['an unknown app', { app_id: '1234567890-Unknown0' }, 404],
  ['no S256', { code_challenge_method: 'plain' }, 400],
  ['a short challenge', { code_challenge: 'short' }, 400],
  ['another response type', { response_type: 'token' }, 400],
  ['a redirect to another origin', { redirect_uri: 'https://evil.example/' }, 400],
])('answers a login with %s with an error page, not a redirect', async (_, change, status) => {
  const answer = await get(emulator, authorizeUrl(change))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toContain('text/html')
})

test('refuses a redirect URI outside the endpoint’s path', async () => {
  const { emulator } = await emulated({ ...external, endpointUrl: 'https://app.example.com/c/' })
  const to = (path: string) => get(emulator, authorizeUrl({ redirect_uri: `https://app.example.com${path}` }))
  expect((await to('/c/receipt')).status).toBe(302)
  expect((await to('/c')).status).toBe(302)
  expect((await to('/cats')).status).toBe(400)
})

test('inside LINE a login redirects back with the launch credentials, without a page', async () => {
  const { emulator } = await emulated()
  const back = locationOf(
    await get(emulator, authorizeUrl({ redirect_uri: `${ORIGIN}/?liff.hback=2#tab=2` })),
  )
  expect(back.search).toBe('?liff.hback=2')
  const hash = new URLSearchParams(back.hash.slice(1))
  expect([...hash.keys()]).toEqual([
    ...['access_token', 'context_token', 'feature_token', 'id_token', 'client_id', 'mst_challenge', 'tab'],
  ])
})
