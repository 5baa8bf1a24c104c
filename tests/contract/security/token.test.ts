import { exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { CHANNEL_ID, type TokenOptions } from '#tests/kit/line.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const { user } = eachTest(() => server.signIn())

const login = async (idToken: string, lineUserId = user.userId): Promise<string> => {
  const { status, error } = await server.call('login', { form: { lineUserId, idToken } })
  return status === 200 ? 'in' : `${status} ${error.error}`
}
const loginWith = async (options: TokenOptions) => login(await server.idToken(user, options))
const sessions = async () => (await server.db.selectFrom('session').select('id').execute()).length
const REFUSED = '401 LINE_TOKEN_INVALID'

test('check 01 (ASVS 8.3.1, 10.5.2): refuses a form with another user’s lineUserId and one’s own token', async () => {
  const victim = await server.signIn()
  const before = await sessions()
  const idToken = await server.idToken(user)
  expect(await login(idToken, victim.user.userId)).toBe('401 LINE_USER_MISMATCH')
  const form = { lineUserId: victim.user.userId, idToken }
  expect((await server.call('register', { form })).error.error).toBe('LINE_USER_MISMATCH')
  expect(await sessions()).toBe(before)
})

test('check 02 (ASVS 9.1.1): accepts none of a thousand random byte flips of a valid token', async () => {
  const seed = Date.now() % 2 ** 31
  const random = seededRandom(seed)
  const token = await server.idToken(user)
  const before = await sessions()
  const accepted: string[] = []
  for (let flip = 0; flip < 1000; flip++) {
    const bytes = Buffer.from(token, 'latin1')
    // The last character of the signature has unused bits; flipping those does not change the signature.
    const at = Math.floor(random() * (bytes.length - 1))
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 7))
    if ((await login(bytes.toString('latin1'))) === 'in')
      accepted.push(`seed ${seed}, flip ${flip}, byte ${at}`)
  }
  expect(accepted).toEqual([])
  expect(await sessions()).toBe(before)
  expect(await login(token)).toBe('in')
})

test('check 03 (ASVS 9.1.2): accepts only the algorithm ES256', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const good = await server.idToken(user)
  for (const alg of ['none', 'None', 'NONE', ''])
    expect(await login(`${part({ alg, kid: 'line-key-1' })}.${good.split('.')[1]}.`)).toBe(REFUSED)
  const pem = new TextEncoder().encode(await exportSPKI(server.line.publicKey))
  expect(await loginWith({ key: pem, header: { alg: 'HS256' } })).toBe(REFUSED)
  for (const alg of ['RS256', 'ES384', 'PS256']) {
    const { privateKey } = await generateKeyPair(alg)
    expect([alg, await loginWith({ key: privateKey, header: { alg } })]).toEqual([alg, REFUSED])
  }
})

test('check 04 (ASVS 9.1.3): refuses keys in a token and never fetches them', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const before = server.line.requests.length
  const headers = [
    { jwk: await exportJWK(publicKey) },
    { jku: 'https://evil.example/keys' },
    { x5u: 'https://evil.example/cert' },
    { x5c: ['MIIB'] },
  ]
  for (const header of headers) {
    expect(await loginWith({ key: privateKey, header })).toBe(REFUSED)
    expect(await loginWith({ header })).toBe(REFUSED)
  }
  expect(server.line.requests.slice(before)).toEqual([])
})

test('check 05 (ASVS 9.2.1): refuses tokens a minute too late or too early, but tolerates 30 seconds of skew', async () => {
  expect(await loginWith({ age: 3600 + 61 })).toBe('401 LINE_TOKEN_EXPIRED')
  expect(await loginWith({ age: -61 })).toBe(REFUSED)
  expect(await loginWith({ age: 3600 + 29 })).toBe('in')
  expect(await loginWith({ age: -29 })).toBe('in')
})

test('check 06 (ASVS 9.2.3, 10.5.4): refuses a token that is not for this channel only', async () => {
  for (const aud of ['9999999999', `${CHANNEL_ID}-AbcdEfgh`, [CHANNEL_ID, '9999999999'], ['9999999999'], ''])
    expect([aud, await loginWith({ claims: { aud } })]).toEqual([aud, REFUSED])
})

test('check 07 (ASVS 9.2.2): refuses a session token and a LINE access token as ID tokens', async () => {
  const { token } = await server.signIn()
  expect(await login(token)).toBe(REFUSED)
  expect(await login(server.line.accessToken(user))).toBe(REFUSED)
  const idToken = await server.idToken(user)
  expect((await server.call('getCustomer', { token: idToken })).status).toBe(401)
})
