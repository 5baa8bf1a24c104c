import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { call } from './bot-kit.ts'
import { CHANNEL_ID, emulated, get, post } from './kit.ts'

const CHANNEL = '1600000000'
const SECRET = '5ec2e75ec2e75ec2e75ec2e75ec2e75e'
const api = (path: string) => `https://api.line.me${path}`
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const bodyOf = async (answer: Promise<Response>) => JSON.parse(await (await answer).text())

function assertion(now: number, change: Record<string, unknown> = {}) {
  const claims = {
    iss: CHANNEL,
    sub: CHANNEL,
    aud: 'https://api.line.me/',
    exp: now / 1000 + 1800,
    ...change,
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const client_assertion = `${part({ alg: 'RS256', kid: 'k' })}.${part(claims)}.c2ln`
  return { client_assertion_type: ASSERTION_TYPE, client_assertion }
}

const infoStatus = async (emulator: LiffEmulator, token: string) =>
  (await call(emulator, 'GET', '/v2/bot/info', undefined, { authorization: `Bearer ${token}` })).status

const { emulator, clock } = eachTest(emulated)

test('a short-lived token can be issued, verified, used and revoked, and expires after 30 days', async () => {
  const issue = () =>
    bodyOf(
      post(emulator, api('/v2/oauth/accessToken'), {
        grant_type: 'client_credentials',
        client_id: CHANNEL,
        client_secret: SECRET,
      }),
    )
  const { access_token, expires_in, token_type } = await issue()
  expect([expires_in, token_type]).toEqual([2_592_000, 'Bearer'])
  expect(await infoStatus(emulator, access_token)).toBe(200)
  const verify = (token: string) => post(emulator, api('/v2/oauth/verify'), { access_token: token })
  expect(await bodyOf(verify(access_token))).toMatchObject({ client_id: CHANNEL, expires_in: 2_592_000 })
  expect((await post(emulator, api('/v2/oauth/revoke'), { access_token })).status).toBe(200)
  expect(await infoStatus(emulator, access_token)).toBe(401)
  expect((await verify(access_token)).status).toBe(400)
  const other = (await issue()).access_token
  clock.now += 2_592_000_000
  expect(await infoStatus(emulator, other)).toBe(401)
})

test('a token for an assertion has a key id, which is listed until the token is revoked', async () => {
  const issued = await bodyOf(
    post(emulator, api('/oauth2/v2.1/token'), {
      grant_type: 'client_credentials',
      ...assertion(clock.now, { token_exp: 60 }),
    }),
  )
  expect(issued).toMatchObject({ token_type: 'Bearer', expires_in: 60, key_id: expect.any(String) })
  const kids = () =>
    bodyOf(get(emulator, api(`/oauth2/v2.1/tokens/kid?${new URLSearchParams(assertion(clock.now))}`)))
  expect(await kids()).toEqual({ kids: [issued.key_id] })
  expect(
    await bodyOf(get(emulator, api(`/oauth2/v2.1/verify?access_token=${issued.access_token}`))),
  ).toMatchObject({ client_id: CHANNEL, expires_in: 60 })
  const revoke = (client_secret: string) =>
    post(emulator, api('/oauth2/v2.1/revoke'), {
      client_id: CHANNEL,
      client_secret,
      access_token: issued.access_token,
    })
  expect((await revoke('wrong')).status).toBe(401)
  expect((await revoke(SECRET)).status).toBe(200)
  expect(await kids()).toEqual({ kids: [] })
  expect(await infoStatus(emulator, issued.access_token)).toBe(401)
})

test.each([
  ['whose subject is another channel', { sub: '9999999999' }],
  ['for another audience', { aud: 'https://example.com/' }],
  ['that expired', { exp: 1 }],
  ['that is valid for too long', { exp: Date.parse('2026-02-04T00:00:00Z') / 1000 }],
])('refuses an assertion %s', async (_, change) => {
  const body = { grant_type: 'client_credentials', ...assertion(clock.now, change) }
  for (const path of ['/oauth2/v2.1/token', '/oauth2/v3/token'])
    expect((await post(emulator, api(path), body)).status).toBe(400)
})

test('stateless tokens are issued by secret or assertion, also to the channels of LIFF apps', async () => {
  const issue = (body: Record<string, string>) =>
    post(emulator, api('/oauth2/v3/token'), { grant_type: 'client_credentials', ...body })
  const tokens = await Promise.all([
    bodyOf(issue({ client_id: CHANNEL, client_secret: SECRET })),
    bodyOf(issue({ client_id: CHANNEL_ID, client_secret: 'any' })),
    bodyOf(issue(assertion(clock.now))),
  ])
  for (const { expires_in } of tokens) expect(expires_in).toBe(900)
  const statuses = await Promise.all(tokens.map(({ access_token }) => infoStatus(emulator, access_token)))
  // The Messaging API refuses the token of a LINE Login channel.
  expect(statuses).toEqual([200, 403, 200])
  expect((await issue({ client_id: CHANNEL, client_secret: 'wrong' })).status).toBe(400)
})
