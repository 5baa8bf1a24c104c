import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { NOON } from '#tests/kit/noon.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
beforeEach(async () => {
  // jose measures the age of the keys with `Date`.
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  server = await testServer({ now: NOON })
})
afterEach(() => void vi.useRealTimers())

function wait(ms: number) {
  server.clock.advance(ms)
  vi.setSystemTime(server.clock.now())
}

/** Signs in as an unknown user. Returns the error code; CUSTOMER_NOT_REGISTERED means that the token is valid. */
async function login(): Promise<string> {
  const user = server.newUser()
  const form = { lineUserId: user.userId, idToken: await server.idToken(user) }
  return (await server.call('login', { form })).error.error
}
const VALID = 'CUSTOMER_NOT_REGISTERED'
const fetches = () => server.line.requests.length

test("signs in with cached keys for a day while LINE's keys cannot be fetched, but not longer", async () => {
  expect(await login()).toBe(VALID)
  server.line.setDown(true)
  for (const age of [11 * MINUTE_MS, 12 * HOUR_MS, 11 * HOUR_MS]) {
    wait(age)
    expect([age, await login()]).toEqual([age, VALID])
  }
  wait(HOUR_MS)
  expect(await login()).toBe('LINE_UNAVAILABLE')
  server.line.setDown(false)
  expect(await login()).toBe(VALID)
})

test('refreshes the keys in the background after ten minutes, and then refuses a key that LINE has removed', async () => {
  expect(await login()).toBe(VALID)
  wait(9 * MINUTE_MS)
  expect([await login(), fetches()]).toEqual([VALID, 1])
  server.line.withdrawKeys()
  wait(2 * MINUTE_MS)
  expect(await login()).toBe(VALID)
  await expect.poll(login).toBe('LINE_TOKEN_INVALID')
  expect(fetches()).toBe(2)
})

test('tries to refresh the keys only every 30 seconds while LINE is unreachable', async () => {
  expect(await login()).toBe(VALID)
  server.line.setDown(true)
  wait(DAY_MS / 2)
  for (let time = 0; time < 5; time++) expect(await login()).toBe(VALID)
  expect(fetches()).toBe(2)
  wait(31_000)
  expect([await login(), fetches()]).toEqual([VALID, 3])
})

test('a key that LINE has removed is soon refused, also after the clock was set back', async () => {
  wait(DAY_MS)
  expect(await login()).toBe(VALID)
  server.line.withdrawKeys()
  wait(-DAY_MS)
  expect(await login()).toBe(VALID)
  await expect.poll(login).toBe('LINE_TOKEN_INVALID')
})
