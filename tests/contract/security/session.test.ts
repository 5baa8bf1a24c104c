import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { newKey } from '#tests/kit/activity.ts'
import { dump } from '#tests/kit/dump.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

const id = '01920000-0000-7000-8000-00000000abcd'
const params = { id, sha256: 'a'.repeat(64) }
const again = async () => {
  const form = { lineUserId: me.user.userId, idToken: await server.idToken(me.user) }
  return (await server.call('login', { form })).body.accessToken
}

test('check 08 (ASVS 7.2.3): tokens are 256 random bits, and the database contains only their hashes', async () => {
  const tokens = new Set([me.token])
  for (let login = 0; login < 50; login++) tokens.add(await again())
  expect(tokens.size).toBe(51)
  const stored = await dump(server.db)
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  }
  // A token is 32 unmodified bytes of the random source.
  const drawn: string[] = []
  const bytes = (length: number) => {
    const made = randomBytes(length)
    drawn.push(made.toString('base64url'))
    return made
  }
  const counted = await testServer({ deps: { random: { bytes } } })
  const { token } = await counted.signIn()
  expect(drawn).toContain(token)
  await counted.close()
})

/** Makes every call that needs a session with this token, and returns the distinct statuses. */
async function onAllRoutes(token: string): Promise<number[]> {
  const names = Object.keys(calls) as CallName[]
  const statuses: number[] = []
  for (const name of names.filter(one => calls[one].auth === 'bearer'))
    statuses.push((await server.call(name, { token, params })).status)
  return [...new Set(statuses)]
}

test.each<[string, (token: string) => Promise<unknown>]>([
  ['logging out', token => server.call('deleteSession', { token, key: newKey() })],
  ['logging out everywhere', token => server.call('deleteSessions', { token, key: newKey() })],
  ['leaving', token => server.call('cancel', { token, key: newKey(), body: { confirm: true } })],
  ['erasing', token => server.call('deleteCustomer', { token, key: newKey() })],
])('check 09 (ASVS 7.2.4, 7.4.1): the old token is refused everywhere after %s', async (what, end) => {
  const first = me.token
  const second = await again()
  expect(second).not.toBe(first)
  await end(second)
  expect(await onAllRoutes(second)).toEqual([401])
  // Logging out ends only the session of this phone; the other actions end all sessions of the customer.
  expect((await server.call('getCustomer', { token: first })).status).toBe(what === 'logging out' ? 200 : 401)
})

test('check 09 (ASVS 7.2.4): a sign-in ends the session that the phone had before, and no other phone’s', async () => {
  const [phone, otherPhone] = [await again(), await again()]
  const signIn = async (user: typeof me.user, token: string) => {
    const form = { lineUserId: user.userId, idToken: await server.idToken(user) }
    return (await server.call('login', { form, token })).body.accessToken
  }
  const next = await signIn(me.user, phone)
  expect(await onAllRoutes(phone)).toEqual([401])
  expect((await server.call('getCustomer', { token: otherPhone })).status).toBe(200)
  // Another customer signs in on the same phone.
  const other = await server.signIn()
  const idToken = await server.idToken(other.user)
  const body = { lineUserId: other.user.userId, lineDisplayName: 'มะลิ', linePictureUrl: null, idToken }
  expect((await server.call('visit', { body, token: next })).body.customerId).toBe(other.customerId)
  expect(await onAllRoutes(next)).toEqual([401])
})

test('check 09 (ASVS 7.2.4): completing the registration ends the sessions before it', async () => {
  const user = server.newUser()
  const { token } = await server.signIn(user, { register: false })
  const registered = await server.signIn(user)
  expect(await onAllRoutes(token)).toEqual([401])
  expect((await registered.call('getCustomer')).status).toBe(200)
})

test('check 10 (ASVS 7.3.1, 7.3.2): a session ends after a week without use, and after a month in any case', async () => {
  server.clock.advance(7 * DAY_MS - HOUR_MS)
  expect((await me.call('getCustomer')).status).toBe(200)
  server.clock.advance(7 * DAY_MS)
  expect((await me.call('getCustomer')).error.error).toBe('SESSION_EXPIRED')
  const other = await again()
  for (let day = 0; day < 29; day++) {
    server.clock.advance(DAY_MS)
    expect((await server.call('getCustomer', { token: other })).status).toBe(200)
  }
  server.clock.advance(DAY_MS)
  expect((await server.call('getCustomer', { token: other })).error.error).toBe('SESSION_EXPIRED')
  expect(await onAllRoutes(other)).toEqual([401])
})
