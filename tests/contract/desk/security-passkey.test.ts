import { beforeEach, expect, test } from 'vitest'
import { FRESH_MS, SESSION_MS } from '#contract/desk/limits.ts'
import { sha256Hex } from '#server/hash.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowOf, testServer } from '#tests/kit/server.ts'
import { withoutTable } from '#tests/kit/without-table.ts'

/** Covers the desk's secrets, and the effects of using a passkey again. */

let desk: Awaited<ReturnType<typeof testDesk>>
let asked: number[]

const server = eachTest(testServer)
beforeEach(async () => {
  asked = []
  const { random } = server.deps
  Object.assign(server.deps, {
    random: {
      bytes(length: number) {
        asked.push(length)
        return random.bytes(length)
      },
    },
  })
  desk = await testDesk(server)
})

test('desk check 40: the tokens of invitations and sessions are 256 bits of the random source, stored as SHA-256', async () => {
  const tokens = new Set<string>()
  for (let count = 0; count < 20; count++) {
    asked.length = 0
    const { token } = await desk.invite('Fon', 'reviewer')
    expect(asked).toContain(32)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    tokens.add(token)
  }
  expect(tokens.size).toBe(20)
  const one = await desk.join('manager')
  const cookie = one.cookie()?.split('=')[1] ?? ''
  expect(Buffer.from(cookie, 'base64url')).toHaveLength(32)
  const { token_hash } = await rowOf(server, 'desk_session')
  expect(token_hash).toBe(sha256Hex(cookie))
  const invitations = await server.db.selectFrom('desk_invitation').select('token_hash').execute()
  const hashes = invitations.map(row => row.token_hash)
  expect(hashes.filter(hash => [...tokens].some(token => sha256Hex(token) === hash))).toHaveLength(20)
})

test('desk check 40: a challenge has at least 128 random bits and ends after five minutes', async () => {
  const one = desk.browser()
  const challenges = new Set<string>()
  for (let count = 0; count < 20; count++) {
    const { challenge } = (await one.call('signInOptions')).body.options
    expect(Buffer.from(String(challenge), 'base64url').length).toBeGreaterThanOrEqual(16)
    challenges.add(String(challenge))
  }
  expect(challenges.size).toBe(20)
  const rows = await server.db.selectFrom('desk_challenge').select('expires_at').execute()
  expect(new Set(rows.map(({ expires_at }) => expires_at - server.clock.now()))).toEqual(new Set([300_000]))
})

test('desk check 41: another use of the passkey gives the session a new token, and the former one ends', async () => {
  const one = await desk.join('manager')
  const before = one.cookie()
  server.clock.advance(FRESH_MS)
  const { expiresAt } = (await one.call('me')).body
  const { options } = (await one.call('verifyOptions')).body
  const { body } = await one.call('verify', { body: { response: one.authenticator.use(options) } })
  expect(one.cookie()).not.toBe(before)
  expect(one.cookie()).toMatch(/^__Host-desk=[\w-]{43}$/)
  // The session stays the same, and its lifetime is not extended.
  expect(body).toMatchObject({ expiresAt, freshUntil: server.clock.now() + FRESH_MS })
  expect(expiresAt).toBe(server.clock.now() - FRESH_MS + SESSION_MS)
  expect((await one.call('me')).body.sessionId).toBe(body.sessionId)
  const thief = desk.browser()
  thief.setCookie(before)
  expect((await thief.call('me')).error.error).toBe('SIGNED_OUT')
  expect(await server.db.selectFrom('desk_session').select('id').execute()).toHaveLength(1)
})

test('desk check 41: a use of the passkey that is refused leaves the token as it was', async () => {
  const one = await desk.join('manager')
  const before = one.cookie()
  const { options } = (await one.call('verifyOptions')).body
  await one.call('verify', { body: { response: one.authenticator.use(options, { verified: false }) } })
  expect(one.cookie()).toBe(before)
  expect((await one.call('me')).status).toBe(200)
})

test('a sign-in that cannot be committed sets no cookie', async () => {
  const one = await desk.join('manager')
  const { options } = (await one.call('signInOptions')).body
  const response = one.authenticator.use(options)
  const signIn = () => desk.browser().call('signIn', { body: { response } })
  const { status, headers } = await withoutTable(server.db, 'audit', signIn)
  expect([status, headers.get('set-cookie')]).toEqual([500, null])
})

/** Returns a browser's response with changed bytes in one field. */
function damaged(answer: Record<string, unknown>, field: string, change: (bytes: Buffer) => void) {
  const response = answer.response as Record<string, unknown>
  const bytes = Buffer.from(String(response[field]), 'base64url')
  change(bytes)
  return { ...answer, response: { ...response, [field]: bytes.toString('base64url') } }
}

test('desk check 42: a passkey’s answer with another signature, counter, origin hash or challenge is refused', async () => {
  const one = await desk.join('manager')
  const attempts: [field: string, change: (bytes: Buffer) => void][] = [
    ['signature', bytes => bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)],
    ['authenticatorData', bytes => bytes.writeUInt8(bytes.readUInt8(36) ^ 1, 36)],
    ['authenticatorData', bytes => bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)],
    ['clientDataJSON', bytes => bytes.write('X', bytes.indexOf('"challenge":"') + 13)],
  ]
  for (const [field, change] of attempts) {
    const { options } = (await one.call('signInOptions')).body
    const good = one.authenticator.use(options)
    const bad = await desk.browser().call('signIn', { body: { response: damaged(good, field, change) } })
    expect([field, bad.error.error]).toEqual([field, 'PASSKEY_REFUSED'])
  }
})

test('desk check 42: only passkeys with EdDSA, ES256 or RS256 are offered and accepted', async () => {
  const { token } = await desk.invite('Suda', 'reviewer')
  const one = desk.browser()
  const { options } = (await one.call('invitationOptions', { body: { token } })).body
  const offered = options.pubKeyCredParams as { alg: number }[]
  expect(offered.map(({ alg }) => alg)).toEqual([-8, -7, -257])
  const good = one.authenticator.create(options)
  // The byte is the algorithm of the public key: 0x26 is ES256, and 0x28 (-9) is not in the list of algorithms.
  const other = damaged(good, 'attestationObject', bytes => {
    const at = bytes.indexOf(Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26])) + 4
    bytes.writeUInt8(0x28, at)
  })
  const refused = await one.call('acceptInvitation', { body: { token, response: other } })
  expect(refused.error.error).toBe('PASSKEY_REFUSED')
})

test('desk check 43: a person ends all other own sessions at once, after using the passkey, and no one else’s', async () => {
  const [one, other] = [await desk.join('manager', 'Mali'), await desk.join('manager', 'Beam')]
  const phone = desk.browser()
  const signInWith = async () => {
    const { options } = (await phone.call('signInOptions')).body
    return phone.call('signIn', { body: { response: one.authenticator.use(options) } })
  }
  expect((await signInWith()).status).toBe(200)
  expect((await phone.call('me')).status).toBe(200)
  server.clock.advance(FRESH_MS)
  for (const ending of [
    () => one.call('endOtherSessions'),
    () => one.call('endSession', { params: { id: one.personId } }),
  ])
    expect((await ending()).error.error).toBe('FRESH_PASSKEY_REQUIRED')
  const { options } = (await one.call('verifyOptions')).body
  await one.call('verify', { body: { response: one.authenticator.use(options) } })
  const ended = await one.call('endOtherSessions')
  expect(ended.body.sessions.filter(({ name }) => name === 'Mali')).toMatchObject([{ current: true }])
  expect((await phone.call('me')).error.error).toBe('SIGNED_OUT')
  expect([(await one.call('me')).status, (await other.call('me')).status]).toEqual([200, 200])
  const entry = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirst()
  expect(entry).toMatchObject({ action: 'desk end other sessions' })
})
