import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { CHANNEL_ID, type LineUserData, type TokenOptions } from '#tests/kit/line.ts'
import { rowsOf, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let user: LineUserData
beforeEach(async () => {
  server = await testServer()
  ;({ user } = await server.signIn())
})

/** Signs in with an ID token. Returns `ok` or the error code. */
async function login(idToken: string, lineUserId = user.userId): Promise<string> {
  const { status, error } = await server.call('login', { form: { lineUserId, idToken } })
  if (status === 200) return 'ok'
  expect(status, error.error).toBe(error.error === 'LINE_UNAVAILABLE' ? 503 : 401)
  return error.error
}
const loginWith = async (options: TokenOptions) => login(await server.idToken(user, options))
const sessions = async () => (await rowsOf(server, 'session')).length

test('accepts a valid token', async () => expect(await loginWith({})).toBe('ok'))

test('tolerates 30 seconds of clock skew in both directions', async () => {
  expect(await loginWith({ age: -29 })).toBe('ok')
  expect(await loginWith({ age: 3600 + 29 })).toBe('ok')
})

test('refuses a token that expired 61 seconds ago as expired', async () =>
  expect(await loginWith({ age: 3600 + 61 })).toBe('LINE_TOKEN_EXPIRED'))

test('refuses a token older than an hour as expired, even if its own expiry is later', async () => {
  const now = Math.floor(server.clock.now() / 1000)
  expect(await loginWith({ age: 3700, claims: { exp: now + 9999 } })).toBe('LINE_TOKEN_EXPIRED')
})

test('refuses a token issued 61 seconds in the future', async () =>
  expect(await loginWith({ age: -61 })).toBe('LINE_TOKEN_INVALID'))

test("refuses another user's id with one's own token and creates no session", async () => {
  const victim = await server.signIn()
  const before = await sessions()
  expect(await login(await server.idToken(user), victim.user.userId)).toBe('LINE_USER_MISMATCH')
  expect(await sessions()).toBe(before)
})

test('refuses the algorithm none', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(
    Buffer.from((await server.idToken(user)).split('.')[1] ?? '', 'base64url').toString(),
  )
  expect(await login(`${part({ alg: 'none', kid: 'line-key-1' })}.${part(claims)}.`)).toBe(
    'LINE_TOKEN_INVALID',
  )
})

test('refuses HS256 with the public key as the secret', async () => {
  const key = new TextEncoder().encode(await exportSPKI(server.line.publicKey))
  expect(await loginWith({ key, header: { alg: 'HS256' } })).toBe('LINE_TOKEN_INVALID')
})

test('refuses RS256, PS256 and ES384, even with a key that LINE publishes', async () => {
  await server.close()
  server = await testServer()
  const algorithms = ['RS256', 'PS256', 'ES384']
  const pairs = await Promise.all(algorithms.map(alg => generateKeyPair(alg)))
  // The server fetches LINE's keys at the first sign-in.
  await Promise.all(pairs.map(({ publicKey }, at) => server.line.publish(publicKey, `key-${at}`)))
  ;({ user } = await server.signIn())
  const answers = pairs.map(({ privateKey }, at) =>
    loginWith({ key: privateKey, header: { alg: algorithms[at], kid: `key-${at}` } }),
  )
  expect(await Promise.all(answers)).toEqual(algorithms.map(() => 'LINE_TOKEN_INVALID'))
})

test.each([
  ['another channel', '9999999999'],
  ['the LIFF id', `${CHANNEL_ID}-AbcdEfgh`],
  ['a list with a foreign audience', [CHANNEL_ID, '9999999999']],
  ['a list with the channel alone', [CHANNEL_ID]],
  ['no audience', undefined],
])('refuses a token for %s', async (_name, aud) =>
  expect(await loginWith({ claims: { aud: aud as string } })).toBe('LINE_TOKEN_INVALID'),
)

test('refuses a token from another issuer', async () =>
  expect(await loginWith({ claims: { iss: 'https://access.line.me.evil.example' } })).toBe(
    'LINE_TOKEN_INVALID',
  ))

test.each(['exp', 'iat', 'sub'])('refuses a token without %s', async claim =>
  expect(await loginWith({ claims: { [claim]: undefined } })).toBe('LINE_TOKEN_INVALID'),
)

test("refuses a token signed by another key with LINE's key id", async () => {
  const { privateKey } = await generateKeyPair('ES256')
  expect(await loginWith({ key: privateKey })).toBe('LINE_TOKEN_INVALID')
})

test('refuses a token with an unknown or missing key id', async () => {
  expect(await loginWith({ header: { kid: 'other' } })).toBe('LINE_TOKEN_INVALID')
  expect(await loginWith({ header: { kid: undefined } })).toBe('LINE_TOKEN_INVALID')
})

test('refuses a token of another type', async () => {
  for (const typ of ['at+jwt', 'JWE', ''])
    expect(await loginWith({ header: { typ } })).toBe('LINE_TOKEN_INVALID')
  for (const typ of ['jwt', undefined]) expect(await loginWith({ header: { typ } })).toBe('ok')
})

test('refuses a subject that is not a LINE user id', async () => {
  for (const sub of ['C0123456789abcdef0123456789abcdef', 'U123', '', `${user.userId}\n`])
    expect(await loginWith({ claims: { sub } })).toBe('LINE_TOKEN_INVALID')
})

test('refuses a thousand tokens with one changed character', async () => {
  const token = await server.idToken(user)
  // The last character of an ES256 signature has unused bits; changing only those does not change the signature.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const seen = new Set<string>()
  for (let index = 0; index < 1000; index++) {
    const at = (index * 7919) % (token.length - 1)
    const old = token[at] ?? ''
    const fresh = old === '.' ? 'A' : (alphabet[(alphabet.indexOf(old) + 1 + (index % 62)) % 64] ?? 'A')
    seen.add(await login(token.slice(0, at) + fresh + token.slice(at + 1)))
  }
  expect(
    [...seen].filter(result => result !== 'LINE_TOKEN_INVALID' && result !== 'LINE_USER_MISMATCH'),
  ).toEqual([])
  expect(await login(token)).toBe('ok')
}, 30_000)

test('refuses keys in a token and never fetches them', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const before = server.line.requests.length
  const headers = [
    { jwk },
    { jku: 'https://evil.example/keys' },
    { x5u: 'https://evil.example/cert' },
    { x5c: ['MIIB'] },
  ]
  for (const header of headers) {
    expect(await loginWith({ key: privateKey, header })).toBe('LINE_TOKEN_INVALID')
    expect(await loginWith({ header })).toBe('LINE_TOKEN_INVALID')
  }
  expect(server.line.requests.slice(before)).toEqual([])
})

test('refuses a session token, a LINE access token and garbage as ID tokens', async () => {
  const { token } = await server.signIn()
  const access = server.line.accessToken(user)
  const rubbish = ['x', '..', 'a.b.c', 'null', '{}', '﻿', 'e30.e30.e30', '%00', "' or 1=1 --"]
  for (const one of [token, access, ...rubbish]) expect(await login(one)).toBe('LINE_TOKEN_INVALID')
})

test('refuses a JWT with a detached or unencoded payload', async () => {
  expect(await loginWith({ header: { b64: false, crit: ['b64'] } }).catch(() => 'LINE_TOKEN_INVALID')).toBe(
    'LINE_TOKEN_INVALID',
  )
  const nested = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(server.line.privateKey)
  expect(await login(nested)).toBe('LINE_TOKEN_INVALID')
})

test("fetches LINE's keys once for many logins", async () => {
  for (let index = 0; index < 5; index++) await loginWith({})
  expect(server.line.requests).toEqual(['GET https://api.line.me/oauth2/v2.1/certs'])
})

test('answers LINE_UNAVAILABLE to logins while LINE is unreachable', async () => {
  const fresh = await testServer()
  fresh.line.setDown(true)
  const form = { lineUserId: user.userId, idToken: await fresh.idToken(user) }
  const { status, error, headers } = await fresh.call('login', { form })
  expect([status, error.error]).toEqual([503, 'LINE_UNAVAILABLE'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  fresh.line.setDown(false)
  expect((await fresh.call('login', { form })).error.error).toBe('CUSTOMER_NOT_REGISTERED')
  await fresh.close()
})

const byAccessToken = async (lineAccessToken: string, lineUserId = user.userId) => {
  const { status, error } = await server.call('login', { form: { lineUserId, lineAccessToken } })
  return status === 200 ? 'ok' : error.error
}

test('accepts a LINE access token without the openid scope', async () =>
  expect(await byAccessToken(server.line.accessToken(user))).toBe('ok'))

test('refuses an access token that is unknown, expired, or for another channel or user', async () => {
  const { line } = server
  expect(await byAccessToken(line.accessToken(user, { clientId: '9999999999' }))).toBe('LINE_TOKEN_INVALID')
  expect(await byAccessToken(line.accessToken(server.newUser()))).toBe('LINE_USER_MISMATCH')
  expect(await byAccessToken(line.accessToken(user, { expiresIn: 0 }))).toBe('LINE_TOKEN_EXPIRED')
  expect(await byAccessToken('unknown')).toBe('LINE_TOKEN_INVALID')
  line.setDown(true)
  expect(await byAccessToken(line.accessToken(user))).toBe('LINE_UNAVAILABLE')
})
