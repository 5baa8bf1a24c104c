import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { CHANNEL_ID, control, emulated, get, LIFF_ID, post } from './kit.ts'

const VERIFY = 'https://api.line.me/oauth2/v2.1/verify?access_token='
const PROFILE = 'https://api.line.me/v2/profile'
const FRIENDSHIP = 'https://api.line.me/friendship/v1/status'

async function tokenOf(emulator: LiffEmulator): Promise<string> {
  const issued = await emulator.control.token({})
  if (!issued.ok) throw new Error(issued.problem.message)
  return issued.value.accessToken
}

test('verify returns the channel, the scopes and the remaining lifetime', async () => {
  const { emulator, clock } = await emulated()
  const token = await tokenOf(emulator)
  clock.now += 60_000
  expect(await (await get(emulator, VERIFY + token)).json()).toEqual({
    scope: 'profile chat_message.write openid email',
    client_id: CHANNEL_ID,
    expires_in: 43_140,
  })
})

test('for an expired token verify answers 400 and the profile 401', async () => {
  const { emulator, clock } = await emulated()
  const token = await tokenOf(emulator)
  clock.now += 43_200_000
  const verified = await get(emulator, VERIFY + token)
  expect(verified.status).toBe(400)
  expect(await verified.json()).toEqual({
    error: 'invalid_request',
    error_description: 'access token expired',
  })
  const profile = await get(emulator, PROFILE, token)
  expect(profile.status).toBe(401)
  expect(await profile.json()).toEqual({ message: 'The access token expired' })
})

test('revoked-access-token: the first verify succeeds, every later call is refused', async () => {
  const { emulator } = await emulated({ scenario: 'revoked-access-token' })
  const token = await tokenOf(emulator)
  expect((await get(emulator, VERIFY + token)).status).toBe(200)
  expect(await (await get(emulator, VERIFY + token)).json()).toMatchObject({ error: 'invalid_request' })
  expect((await get(emulator, PROFILE, token)).status).toBe(401)
})

test('refuses an unknown or missing token', async () => {
  const { emulator } = await emulated()
  expect((await get(emulator, `${VERIFY}nonsense`)).status).toBe(400)
  expect((await get(emulator, PROFILE, 'nonsense')).status).toBe(401)
  expect((await get(emulator, PROFILE)).status).toBe(401)
})

test('returns the profile of the token’s user, with a picture that loads', async () => {
  const { emulator } = await emulated()
  const token = await tokenOf(emulator)
  const profile = (await (await get(emulator, PROFILE, token)).json()) as Record<string, string>
  expect(profile).toMatchObject({ userId: emulator.scenario().user, displayName: 'Somying Jaidee' })
  const picture = await get(emulator, profile.pictureUrl ?? '')
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(await picture.text()).toContain('>S</text>')
})

test('the friendship changes when the user adds, blocks or unblocks the account on its page', async () => {
  const { emulator } = await emulated({ scenario: 'not-friend' })
  const token = await tokenOf(emulator)
  const isFriend = async () => (await (await get(emulator, FRIENDSHIP, token)).json()) as unknown
  const account = 'https://line.me/R/ti/p/%40campaign'
  expect(await isFriend()).toEqual({ friendFlag: false })
  for (const [answer, friendFlag] of [
    ['add', true],
    ['block', false],
    ['unblock', true],
  ] as const) {
    const done = await post(emulator, account, { answer })
    expect([done.status, done.headers.get('location')]).toEqual([303, account])
    expect(await isFriend()).toEqual({ friendFlag })
  }
  expect(await (await get(emulator, account)).text()).toContain(`https://liff.line.me/${LIFF_ID}`)
  expect((await post(emulator, account, { answer: 'marry' })).status).toBe(400)
  expect((await get(emulator, 'https://line.me/R/ti/p/@other')).status).toBe(404)
})

test.each([
  ['blocked', 200, { friendFlag: false }],
  ['no-linked-oa', 400, { message: 'there is no login bot linked to this channel' }],
])('%s: the friendship call answers %i', async (scenario, status, body) => {
  const { emulator } = await emulated({ scenario })
  const answer = await get(emulator, FRIENDSHIP, await tokenOf(emulator))
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual(body)
})

async function share(emulator: LiffEmulator, messages: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenOf(emulator)}`, 'content-type': 'application/json' }
  const url = 'https://api.line.me/message/v3/share'
  return emulator.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify({ messages }) }))
}

test('stores sent messages for the chat and refuses invalid ones', async () => {
  const { emulator } = await emulated()
  const message = { type: 'text', text: 'สวัสดี' }
  expect((await share(emulator, [message])).status).toBe(200)
  expect(emulator.messages()).toMatchObject([
    { userId: emulator.scenario().user, via: 'sendMessages', message },
  ])
  for (const wrong of [[], Array(6).fill(message), [{ text: 'x' }], 'x'])
    expect((await share(emulator, wrong)).status).toBe(400)
  expect(emulator.messages()).toHaveLength(1)
})

test('refuses messages from an app without the scope, or opened outside a chat', async () => {
  for (const scenario of [
    'no-chat-write-scope',
    'opened-from-qr',
    'open-chat',
    'not-in-client',
    'in-app-browser',
  ]) {
    const { emulator } = await emulated({ scenario })
    expect((await share(emulator, [{ type: 'text', text: 'x' }])).status).toBe(403)
  }
})

/**
 * Issues a channel access token. Returns the token's lifetime in seconds and a function that withdraws a
 * user's consent with it.
 */
async function channel(emulator: LiffEmulator, channelId = CHANNEL_ID) {
  const issued = await post(emulator, 'https://api.line.me/oauth2/v3/token', {
    grant_type: 'client_credentials',
    client_id: channelId,
    client_secret: 'secret',
  })
  const { access_token, expires_in } = (await issued.json()) as { access_token: string; expires_in: number }
  const deauthorize = (userAccessToken: string, bearer = access_token) =>
    emulator.handle(
      new Request('https://api.line.me/user/v1/deauthorize', {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ userAccessToken }),
      }),
    )
  return { expiresIn: expires_in, deauthorize }
}

test('deauthorize revokes the user’s tokens, and LINE asks for consent again', async () => {
  const { emulator } = await emulated()
  const token = await tokenOf(emulator)
  const { expiresIn, deauthorize } = await channel(emulator)
  expect(expiresIn).toBe(900)
  expect((await deauthorize(token, 'nonsense')).status).toBe(401)
  expect((await deauthorize(token)).status).toBe(204)
  expect((await get(emulator, PROFILE, token)).status).toBe(401)
  expect((await get(emulator, `https://liff.line.me/${LIFF_ID}`)).status).toBe(200)
  expect((await deauthorize(token)).status).toBe(400)
})

test('deauthorize refuses the channel token of another channel', async () => {
  const { emulator } = await emulated({ apps: [{ liffId: LIFF_ID }, { liffId: '2000000002-Another0' }] })
  const token = await tokenOf(emulator)
  const { deauthorize } = await channel(emulator, '2000000002')
  expect((await deauthorize(token)).status).toBe(400)
  expect((await get(emulator, PROFILE, token)).status).toBe(200)
})

test('refuses the profile and the friendship to an app without the scope for the profile', async () => {
  const { emulator } = await emulated({ apps: [{ liffId: LIFF_ID, scopes: ['openid'] }] })
  const token = await tokenOf(emulator)
  expect((await get(emulator, VERIFY + token)).status).toBe(200)
  for (const url of [PROFILE, FRIENDSHIP]) {
    const refused = await get(emulator, url, token)
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { message: "The user doesn't grant required permissions yet" },
    ])
  }
})

test('refuses the user information to an app without the scope openid', async () => {
  const { emulator } = await emulated({ apps: [{ liffId: LIFF_ID, scopes: ['profile'] }] })
  const token = await tokenOf(emulator)
  expect((await get(emulator, 'https://api.line.me/oauth2/v2.1/userinfo', token)).status).toBe(403)
  expect((await get(emulator, PROFILE, token)).status).toBe(200)
})

test('after time is set back, a channel token issued later is invalid', async () => {
  const { emulator, clock } = await emulated()
  const token = await tokenOf(emulator)
  await control(emulator, 'POST', 'clock', { advance: 3_600_000 })
  await tokenOf(emulator)
  const { deauthorize } = await channel(emulator)
  await control(emulator, 'POST', 'clock', { freeze: clock.now })
  expect((await deauthorize(token)).status).toBe(401)
  const earlier = await channel(emulator)
  expect((await earlier.deauthorize(token)).status).toBe(204)
})

test('an app may open the add-friend page of its own account, or of any account with a fallback', async () => {
  const { emulator } = await emulated()
  const accessToken = await tokenOf(emulator)
  const valid = async (form: Record<string, string>) => {
    const url = 'https://access.line.me/oauth2/v2.1/liff/friendship/validate'
    const answer = await post(emulator, url, { accessToken, ...form })
    return ((await answer.json()) as { valid: boolean }).valid
  }
  expect(await valid({})).toBe(true)
  expect(await valid({ officialAccountId: '@unknown' })).toBe(false)
  expect(await valid({ officialAccountId: '@unknown', officialAccountFallback: 'true' })).toBe(true)
})

test('issues a channel token only for the right channel secret', async () => {
  const { emulator } = await emulated({ apps: [{ liffId: LIFF_ID, channelSecret: 'right' }] })
  const issue = (client_secret: string, client_id = CHANNEL_ID) =>
    post(emulator, 'https://api.line.me/oauth2/v3/token', {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    })
  expect((await issue('right')).status).toBe(200)
  expect((await issue('wrong')).status).toBe(400)
  expect((await issue('right', '1')).status).toBe(400)
})

test('answers 404 with the URL for an unknown host or path, and logs an error', async () => {
  const { emulator } = await emulated()
  for (const url of ['https://api.line.me/v9/nothing', 'https://nowhere.line.me/']) {
    const answer = await get(emulator, url)
    expect(answer.status).toBe(404)
    expect(((await answer.json()) as { message: string }).message).toContain(`GET ${url}`)
  }
  expect(emulator.requests().map(({ error }) => error)).toEqual([
    expect.stringContaining('https://api.line.me/v9/nothing'),
    expect.stringContaining('https://nowhere.line.me/'),
  ])
  expect((await post(emulator, PROFILE, {})).status).toBe(405)
})

test('lets pages of every origin read LINE’s responses, as LINE does', async () => {
  const { emulator } = await emulated()
  const origin = 'https://app.example.com'
  const preflight = await emulator.handle(
    new Request(PROFILE, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'authorization,content-type' },
    }),
  )
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type')
  const certs = await emulator.handle(
    new Request('https://api.line.me/oauth2/v2.1/certs', { headers: { origin } }),
  )
  expect(certs.headers.get('access-control-allow-origin')).toBe(origin)
})

test('an account has its own picture, and a generated one if it has none', async () => {
  const picture = `https://profile.line-scdn.net/oa/${encodeURIComponent('@shop')}`
  const shop = { id: '@shop', name: 'Shop' }
  const { emulator } = await emulated({ officialAccount: { ...shop, pictureUrl: '/shop.png' } })
  const own = await get(emulator, picture)
  expect([own.status, new URL(own.headers.get('location') ?? '').pathname]).toEqual([302, '/shop.png'])
  const { emulator: without } = await emulated({ officialAccount: shop })
  expect((await get(without, picture)).headers.get('content-type')).toContain('image/svg')
})
