import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { dropFullBuckets, sharedRateLimit } from '#server/http/rate-buckets.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { countRows } from '#tests/kit/activity.ts'
import { png, sha256Of } from '#tests/kit/images.ts'
import { eachTest, type TestServer, testServer } from '#tests/kit/server.ts'

const server = eachTest(() => testServer({ rateLimits: true }))

/** Makes up to `count` calls, one after another. Returns how many were answered before the first 429. */
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

test('lets each LINE user sign in ten times a minute, also behind a shared address', async () => {
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

test('does not block a customer for an hour if the clock is set back an hour', async () => {
  const { token } = await server.signIn()
  const answer = () => server.call('postAnswer', { token, body: { Answer: 'x' } })
  expect(await until429(20, answer)).toBe(10)
  server.clock.advance(-HOUR_MS)
  await answer()
  server.clock.advance(60_000)
  expect((await answer()).status).toBe(200)
})

test.each([
  ['in memory', createRateLimit],
  ['in the database', (clock: TestServer['clock']) => sharedRateLimit(server.db, clock)],
])(
  'a full bucket %s gives a token again within a minute after the clock was set back a day',
  async (_, create) => {
    const { clock } = server
    const limit = create(clock)
    const take = () =>
      limit.take('key', 10).then(
        () => 'taken',
        error => error.code,
      )
    for (let tokens = 0; tokens < 10; tokens += 1) expect(await take()).toBe('taken')
    expect(await take()).toBe('RATE_LIMITED')
    clock.advance(-DAY_MS)
    await take()
    clock.advance(MINUTE_MS)
    const again = await Promise.all(Array.from({ length: 10 }, take))
    expect(new Set(again)).toEqual(new Set(['taken']))
    expect(await take()).toBe('RATE_LIMITED')
  },
)

test('limits an address to 600 calls a minute without a session, also with a forged X-Forwarded-For', async () => {
  expect(await until429(700, () => activity('10.0.0.1'))).toBe(600)
  expect((await activity('10.0.0.1', '1.2.3.4')).status).toBe(429)
  expect((await activity('10.0.0.2')).status).toBe(200)
})

/** Starts a server behind one proxy. Returns a function that makes a call with the given `X-Forwarded-For`. */
async function behindProxy() {
  const { fetch } = await testServer({ rateLimits: true, deps: { trustProxy: 1 } })
  const url = 'https://campaign.example/api/master/activity'
  return (forwarded: string) =>
    fetch(new Request(url, { headers: { 'X-Forwarded-For': forwarded } }), { ip: '10.0.0.1' })
}

test('counts the address that the proxy added, not the entries that the client sent', async () => {
  const ask = await behindProxy()
  let forged = 0
  expect(await until429(700, () => ask(`1.1.1.${forged++ % 250}, 9.9.9.9`))).toBe(600)
  expect((await ask('9.9.9.8')).status).toBe(200)
})

test('one customer with an IPv6 network, or with a proxy that writes ports, gets one limit', async () => {
  let host = 0
  expect(await until429(700, () => activity(`2001:db8:1:2::${(++host).toString(16)}`))).toBe(600)
  expect((await activity('2001:db8:1:3::1')).status).toBe(200)
  const ask = await behindProxy()
  let port = 1024
  expect(await until429(700, () => ask(`9.9.9.9:${++port}`))).toBe(600)
  // A name that is not an address counts as the proxy itself: a client could send any number of names.
  expect(await until429(700, () => ask(`_hidden${++port}`))).toBe(600)
})

test('counts answers, logs and reads separately for each customer', async () => {
  const one = await server.signIn()
  const other = await server.signIn()
  const answer = (token: string) => () => server.call('postAnswer', { token, body: { Answer: 'x' } })
  expect(await until429(20, answer(one.token))).toBe(10)
  expect((await one.call('getCustomer')).status).toBe(200)
  expect((await answer(other.token)()).status).toBe(200)
  const body = { customerId: one.customerId, path: '/' }
  expect(await until429(200, () => one.call('logPageView', { body }))).toBe(120)
})

test('counts calls with an unknown token by address', async () => {
  const guess = () =>
    server.fetch(
      new Request('https://campaign.example/api/customer', {
        headers: { Authorization: `Bearer ${'x'.repeat(43)}` },
      }),
      { ip: '10.0.0.9' },
    )
  expect(await until429(700, guess)).toBe(600)
})

test('counts calls for another customer, and those of an unregistered one, like the other calls of the session', async () => {
  const { token } = await server.signIn()
  const other = await server.signIn()
  const statuses = new Set<number>()
  const read = async (of: string, headers: Record<string, string> = {}) => {
    const reply = await server.call('getCustomer', { token: of, headers })
    statuses.add(reply.status)
    return reply
  }
  expect(await until429(300, () => read(token, { 'X-Owner': other.customerId }))).toBe(240)
  expect((await read(token)).status).toBe(429)
  expect((await read(other.token)).status).toBe(200)
  const { token: unregistered } = await server.signIn(server.newUser(), { register: false })
  expect(await until429(300, () => server.call('getReward', { token: unregistered }))).toBe(240)
  expect([...statuses].toSorted()).toEqual([200, 409, 429])
})

test('counts calls with a session that has ended by address', async () => {
  const { token } = await server.signIn()
  await server.call('deleteSession', { token, headers: { 'Idempotency-Key': crypto.randomUUID() } })
  const read = () =>
    server.fetch(
      new Request('https://campaign.example/api/customer', { headers: { Authorization: `Bearer ${token}` } }),
      { ip: '10.0.0.7' },
    )
  expect((await read()).status).toBe(401)
  expect(await until429(700, read)).toBe(599)
})

test('a flood of other keys does not refill a spent limit', async () => {
  const limits = createRateLimit({ now: () => 0 })
  await limits.take('spent', 1)
  // With more than 50,000 keys, the rate limit deletes the keys whose bucket is full again.
  for (let index = 0; index <= 50_000; index++) await limits.take(`other ${index}`, 1)
  await expect(limits.take('spent', 1)).rejects.toThrow('RATE_LIMITED')
})

test('never limits health checks', async () =>
  expect(await until429(700, () => server.call('healthz'))).toBe(700))

test('a photo that is sent in pieces counts as one photo', async () => {
  const { token } = await server.signIn()
  const send = (bytes: Uint8Array, from: number, to: number) =>
    server.call('uploadImage', {
      token,
      params: { sha256: sha256Of(bytes) },
      bytes: bytes.subarray(from, to),
      headers: { 'Content-Range': `bytes ${from}-${to - 1}/${bytes.length}` },
    })
  const photo = png(200, 200)
  await send(photo, 0, 1)
  let received = 1
  expect(await until429(30, () => send(photo, received, ++received))).toBe(30)
  let salt = 0
  expect(await until429(30, () => send(png(200, 200, ++salt), 0, 1))).toBe(19)
})

test('a bucket in the database is deleted once it is full again, not earlier', async () => {
  const { clock, db } = server
  const limit = sharedRateLimit(db, clock)
  for (let tokens = 0; tokens < 10; tokens += 1) await limit.take('key', 10)
  clock.advance(MINUTE_MS - 1)
  await dropFullBuckets(db, clock.now())
  expect(await countRows(server, 'rate_bucket')).toBe(1)
  clock.advance(1)
  await dropFullBuckets(db, clock.now())
  expect(await countRows(server, 'rate_bucket')).toBe(0)
})
