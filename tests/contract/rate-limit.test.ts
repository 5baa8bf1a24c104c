import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ rateLimits: true })
})
afterEach(() => server.close())

/** How many of `count` calls, one after the other, were answered at all before the first 429. */
async function until429(count: number, call: () => Promise<{ status: number }>): Promise<number> {
  for (let index = 0; index < count; index++) if ((await call()).status === 429) return index
  return count
}
const activity = (ip: string, forwarded?: string) =>
  server.fetch(
    new Request('https://campaign.example/api/master/activity', {
      headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded },
    }),
    { ip },
  )

test('a proven user signs in ten times a minute, whoever shares the address', async () => {
  const user = server.newUser()
  const form = { lineUserId: user.userId, idToken: await server.idToken(user) }
  expect(await until429(20, () => server.call('login', { form }))).toBe(10)
  const refused = await server.call('login', { form })
  expect([refused.error.error, refused.error.retryAfter]).toEqual(['RATE_LIMITED', 6])
  expect(refused.headers.get('retry-after')).toBe('6')
  await server.signIn()
  server.clock.advance(6000)
  expect((await server.call('login', { form })).status).toBe(401)
})

test('a clock that is put back an hour blocks nobody for that hour', async () => {
  const { token } = await server.signIn()
  const answer = () => server.call('postAnswer', { token, body: { Answer: 'x' } })
  expect(await until429(20, answer)).toBe(10)
  server.clock.advance(-HOUR_MS)
  await answer()
  server.clock.advance(60_000)
  expect((await answer()).status).toBe(200)
})

test('an address may ask six hundred times a minute without signing in, and forged headers do not help', async () => {
  expect(await until429(700, () => activity('10.0.0.1'))).toBe(600)
  expect((await activity('10.0.0.1', '1.2.3.4')).status).toBe(429)
  expect((await activity('10.0.0.2')).status).toBe(200)
})

test('behind one proxy the entry that the proxy wrote counts, not what the caller wrote before it', async () => {
  const proxied = await testServer({ rateLimits: true, deps: { trustProxy: 1 } })
  const ask = (forwarded: string) =>
    proxied.fetch(
      new Request('https://campaign.example/api/master/activity', {
        headers: { 'X-Forwarded-For': forwarded },
      }),
      { ip: '10.0.0.1' },
    )
  let forged = 0
  expect(await until429(700, () => ask(`1.1.1.${forged++ % 250}, 9.9.9.9`))).toBe(600)
  expect((await ask('9.9.9.8')).status).toBe(200)
  await proxied.close()
})

test('a customer has buckets of their own for answers, logs and reads', async () => {
  const one = await server.signIn()
  const other = await server.signIn()
  const answer = (token: string) => () => server.call('postAnswer', { token, body: { Answer: 'x' } })
  expect(await until429(20, answer(one.token))).toBe(10)
  expect((await server.call('getCustomer', { token: one.token })).status).toBe(200)
  expect((await answer(other.token)()).status).toBe(200)
  const body = { customerId: one.customerId, path: '/' }
  expect(await until429(200, () => server.call('logPageView', { token: one.token, body }))).toBe(120)
})

test('guessing tokens is counted by address', async () => {
  const guess = () =>
    server.fetch(
      new Request('https://campaign.example/api/customer', {
        headers: { Authorization: `Bearer ${'x'.repeat(43)}` },
      }),
      { ip: '10.0.0.9' },
    )
  expect(await until429(700, guess)).toBe(600)
})

test('health is never limited', async () => {
  expect(await until429(700, () => server.call('healthz'))).toBe(700)
})
