import { expect, test } from 'vitest'
import { claimsOf } from '#emulator/tokens/jwt.ts'
import { CALLBACK, CHALLENGE, hiddenFields, queryOf, webLine } from './web-login-kit.ts'

test('LINE signs the user in without a screen and returns a code and the state', async () => {
  const { authorize } = await webLine()
  const answer = await authorize({ redirect_uri: `${CALLBACK}?shop=7` })
  expect(answer.status).toBe(302)
  const location = answer.headers.get('location') ?? ''
  expect(location.startsWith(`${CALLBACK}?shop=7&`)).toBe(true)
  expect(queryOf(answer)).toEqual({ shop: '7', code: expect.any(String), state: 'the-state' })
})

test.each([
  ['no state', { state: null }, 'INVALID_REQUEST', "'state' is not specified."],
  ['no scope', { scope: null }, 'INVALID_REQUEST', "'scope' is not specified."],
  ['no response type', { response_type: null }, 'INVALID_REQUEST', "'response_type' is not specified."],
  ['another response type', { response_type: 'token' }, 'UNSUPPORTED_RESPONSE_TYPE', /code/],
  ['an unknown scope', { scope: 'profile phone' }, 'INVALID_SCOPE', /phone/],
  ['a scope of LIFF', { scope: 'profile chat_message.write' }, 'INVALID_SCOPE', /chat_message/],
  ['email without openid', { scope: 'profile email' }, 'INVALID_SCOPE', /openid/],
  ['email alone', { scope: 'email' }, 'INVALID_SCOPE', /profile/],
  ['an unknown prompt', { prompt: 'select_account' }, 'INVALID_REQUEST', /prompt/],
  ['an unknown bot_prompt', { bot_prompt: 'always' }, 'INVALID_REQUEST', /bot_prompt/],
  ['a max_age that is not a number', { max_age: 'soon' }, 'INVALID_REQUEST', /max_age/],
  ['an unknown response mode', { response_mode: 'fragment' }, 'INVALID_REQUEST', /response_mode/],
  [
    'a plain challenge',
    { code_challenge: CHALLENGE, code_challenge_method: 'plain' },
    'INVALID_REQUEST',
    /S256|method/,
  ],
  ['a challenge without a method', { code_challenge: CHALLENGE }, 'INVALID_REQUEST', /method/],
  [
    'a short challenge',
    { code_challenge: 'x', code_challenge_method: 'S256' },
    'INVALID_REQUEST',
    /challenge/,
  ],
])('LINE reports a request with %s to the callback URL', async (_, change, error, description) => {
  const { callback } = await webLine()
  const { state, ...answer } = await callback(change)
  expect(answer).toEqual({ error, error_description: expect.stringMatching(description) })
  expect(state).toBe('state' in change ? undefined : 'the-state')
})

test('only a channel that may request the email address gets it', async () => {
  const { callback, emulator } = await webLine()
  const request = { scope: 'openid email' }
  expect(await callback(request)).toHaveProperty('code')
  emulator.control.patch({ apps: [{ ...emulator.scenario().apps[0], scopes: ['profile', 'openid'] }] })
  expect((await callback(request)).error).toBe('INVALID_SCOPE')
})

test.each([
  ['an unknown channel', { client_id: '1234567890' }],
  ['no channel', { client_id: null }],
  ['another callback URL', { redirect_uri: 'https://evil.example.com/auth/callback' }],
  ['a path below the callback URL', { redirect_uri: `${CALLBACK}/x` }],
  ['no callback URL', { redirect_uri: null }],
  ['a script as the callback URL', { redirect_uri: 'javascript:alert(1)' }],
])('LINE does not redirect a request with %s, but shows an error page', async (_, change) => {
  const { authorize } = await webLine()
  const answer = await authorize(change)
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  expect(answer.headers.get('content-type')).toContain('text/html')
})

test('without callback URLs in the scenario, a login may return to this machine and to the app', async () => {
  const apps = [{ liffId: '2000000001-Campaign', endpointUrl: 'https://shop.example.com/liff/' }]
  const { authorize } = await webLine({ apps })
  const statusFor = async (redirect_uri: string) => (await authorize({ redirect_uri })).status
  expect(await statusFor('http://localhost:3000/any')).toBe(302)
  expect(await statusFor('http://127.0.0.1:3000/any')).toBe(302)
  expect(await statusFor('https://shop.example.com/other')).toBe(302)
  expect(await statusFor('https://shop.example.com.evil.example/other')).toBe(400)
})

test('a callback URL that is a path is accepted on this machine only', async () => {
  const apps = [{ liffId: '2000000001-Campaign', callbackUrls: ['/auth/callback'] }]
  const { authorize } = await webLine({ apps })
  const statusFor = async (redirect_uri: string) => (await authorize({ redirect_uri })).status
  expect(await statusFor('http://localhost:3000/auth/callback')).toBe(302)
  expect(await statusFor('http://localhost:3000/auth')).toBe(400)
  expect(await statusFor(CALLBACK)).toBe(400)
})

test('LINE’s redirect to the app’s own server goes to the emulator', async () => {
  const { authorize, appUrl } = await webLine({ apps: [{ liffId: '2000000001-Campaign' }] })
  const answer = await authorize({ redirect_uri: `${appUrl}/auth/callback` })
  expect(answer.headers.get('location')).toMatch(/^\/auth\/callback\?code=/)
})

test('a user who has not consented decides on the consent page', async () => {
  const { authorize, exchange } = await webLine({ scenario: 'first-consent' })
  const scope = 'profile openid email'
  const page = await authorize({ scope })
  const html = await page.text()
  expect([page.status, html]).toEqual([200, expect.stringContaining('value="email"')])
  expect(html).not.toContain('chat_message')
  const fields = hiddenFields(html)
  const back = queryOf(await authorize({ scope }, [...fields, ['answer', 'allow']]))
  const { id_token, scope: granted } = await (await exchange(back.code ?? '')).json()
  expect(granted).toBe('profile openid')
  expect(claimsOf(id_token)).not.toHaveProperty('email')
  // The user has now granted the required scopes. LINE asks for the email address again.
  expect((await authorize()).status).toBe(302)
  expect((await authorize({ scope })).status).toBe(200)
  expect((await authorize({ prompt: 'consent' })).status).toBe(200)
})

test('a user who declines returns with ACCESS_DENIED and the state', async () => {
  const { authorize } = await webLine({ scenario: 'first-consent' })
  const fields = hiddenFields(await (await authorize()).text())
  const denied = {
    error: 'ACCESS_DENIED',
    error_description: 'The resource owner denied the request.',
    state: 'the-state',
  }
  expect(queryOf(await authorize({}, [...fields, ['answer', 'deny']]))).toEqual(denied)
  const { callback } = await webLine({ scenario: 'consent-denied' })
  expect(await callback()).toEqual(denied)
})

test('LIFF and the web login share the consent of a user', async () => {
  const { authorize, line, emulator } = await webLine({ scenario: 'first-consent' })
  const fields = hiddenFields(await (await authorize()).text())
  await authorize({}, [...fields, ['answer', 'allow']])
  expect((await line('https://liff.line.me/2000000001-Campaign')).status).toBe(302)
  const { consent, user } = emulator.scenario()
  expect(consent.grants[user]).toEqual({ '2000000001-Campaign': ['profile', 'openid'] })
})

test('bot_prompt offers to add the official account, and the callback contains whether the friendship changed', async () => {
  const { authorize, callback, emulator } = await webLine({ scenario: 'first-consent' })
  const normal = { bot_prompt: 'normal' }
  const html = await (await authorize(normal)).text()
  expect(html).toContain('name="friend"')
  expect(await (await authorize()).text()).not.toContain('name="friend"')
  const allow: [string, string][] = [...hiddenFields(html), ['answer', 'allow']]
  expect(queryOf(await authorize(normal, allow)).friendship_status_changed).toBe('false')
  expect(queryOf(await authorize(normal, [...allow, ['friend', 'add']])).friendship_status_changed).toBe(
    'true',
  )
  expect(emulator.scenario().friendships[emulator.scenario().user]).toBe('friend')
  expect(await callback(normal)).not.toHaveProperty('friendship_status_changed')
})

test('bot_prompt=aggressive offers the account on a page of its own', async () => {
  const { authorize } = await webLine({ scenario: 'first-consent' })
  const aggressive = { bot_prompt: 'aggressive' }
  const consent = await (await authorize(aggressive)).text()
  expect(consent).not.toContain('name="friend"')
  const offer = await (await authorize(aggressive, [...hiddenFields(consent), ['answer', 'allow']])).text()
  expect(offer).toContain('name="friend" value="add"')
  const back = queryOf(await authorize(aggressive, [...hiddenFields(offer), ['friend', 'add']]))
  expect(back).toMatchObject({ code: expect.any(String), friendship_status_changed: 'true' })
})
