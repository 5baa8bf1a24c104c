import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { countRows, newKey, receiptBody, uploadPhoto } from '#tests/kit/activity.ts'
import { crash } from '#tests/kit/crash.ts'
import { failpoint } from '#tests/kit/failpoint.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { requestOf, type SignedIn, type TestServer, testServer, update } from '#tests/kit/server.ts'
import { unlimited } from '#tests/kit/unlimited.ts'

let server: TestServer
let me: SignedIn
beforeEach(async () => {
  server = await testServer()
  me = await server.signIn()
})

test('check 27 (exactly once): writes sent one to five times through a failing server are each done once', async () => {
  const seed = Date.now() % 2 ** 31
  const random = seededRandom(seed)
  const point = failpoint(server.db)
  const app = createApp({ ...server.deps, db: point.db }, { rateLimit: unlimited })
  await update(server, 'campaign', { max_receipts_per_day: 1000 })
  const answers = new Map<string, Set<string>>()
  // Both databases behave the same, but PostgreSQL is slower, so it gets fewer intents.
  const INTENTS = testDialect === 'sqlite' ? 30 : 12
  for (let intent = 0; intent < INTENTS; intent++) {
    const body = receiptBody(server, [await uploadPhoto(server, me)])
    const eventId = newKey()
    const log = { customerId: me.customerId, path: `/${intent}`, eventId }
    const times = 1 + Math.floor(random() * 5)
    const sends = [
      () => requestOf(calls.createReceipt, { token: me.token, key: body.id, body }),
      () => requestOf(calls.logPageView, { token: me.token, body: log }),
    ]
    for (const request of sends) {
      let done = 0
      for (let time = 0; time < 40 && (time < times || done === 0); time++) {
        point.failAfter(random() < 0.5 ? 1 + Math.floor(random() * 14) : 0)
        const response = await app.fetch(request())
        const text = await response.text()
        expect([`seed ${seed}`, [200, 500].includes(response.status)]).toEqual([`seed ${seed}`, true])
        if (response.status !== 200) continue
        done += 1
        answers.set(body.id, (answers.get(body.id) ?? new Set<string>()).add(text))
      }
      expect(done).toBeGreaterThan(0)
    }
    point.failAfter(0)
    // The same key with another payload is refused.
    const other = { ...body, amount: body.amount + 1 }
    const reused = await me.call('createReceipt', { key: body.id, body: other })
    expect([reused.status, reused.error.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  }
  expect([await countRows(server, 'receipt'), await countRows(server, 'receipt_claim')]).toEqual([
    INTENTS,
    INTENTS,
  ])
  const views = await server.db.selectFrom('log_page_view').select('path').execute()
  expect(views).toHaveLength(INTENTS)
  // For each id there are two distinct responses: all repeats of the receipt got one of them, and all repeats
  // of the log event the other.
  for (const [id, texts] of answers) expect([id, texts.size]).toEqual([id, 2])
}, 120_000)

test('check 27 (exactly once): acknowledged writes survive kill -9, and repeats are done once', async () => {
  const store = await prepareStore(testDialect, 40)
  const seed = Date.now() % 2 ** 31
  const { acknowledged, sentAgain, lost, doubled } = await crash(store, { kills: 2, seed, life: 60 })
  await store.drop()
  expect([`seed ${seed}`, lost, doubled]).toEqual([`seed ${seed}`, 0, 0])
  expect(Math.min(acknowledged, sentAgain)).toBeGreaterThan(0)
}, 120_000)

test('check 28 (ASVS 2.4.1, 15.3.4): one call above the limit gets 429 with Retry-After, and forged addresses do not help', async () => {
  await server.close()
  server = await testServer({ rateLimits: true })
  me = await server.signIn()
  /** Makes `most` concurrent calls, and counts the accepted ones. Every refusal must have Retry-After. */
  const letIn = async (most: number, call: () => Promise<{ status: number; headers: Headers }>) => {
    const answers = await Promise.all(Array.from({ length: most }, call))
    const refused = answers.filter(one => one.status === 429)
    expect(refused.filter(one => !(Number(one.headers.get('retry-after')) > 0))).toEqual([])
    return most - refused.length
  }
  const { token, customerId, user } = me
  const idToken = await server.idToken(user)
  const limits: [string, number, () => Promise<{ status: number; headers: Headers }>][] = [
    ['login', 9, () => server.call('login', { form: { lineUserId: user.userId, idToken } })],
    ['receipt', 10, () => server.call('createReceipt', { token, body: {} as never })],
    ['answer', 10, () => server.call('postAnswer', { token, body: { Answer: 'x' } })],
    ['reward/use', 5, () => server.call('useReward', { token, body: { rewardType: 'gift' } })],
    [
      'image',
      20,
      () =>
        server.call('uploadImage', { token, params: { sha256: 'a'.repeat(64) }, bytes: new Uint8Array(9) }),
    ],
    ['log', 120, () => server.call('logPageView', { token, body: { customerId, path: '/' } })],
    ['read', 240, () => server.call('getReward', { token })],
  ]
  for (const [name, limit, call] of limits)
    expect([name, await letIn(limit + 5, call)]).toEqual([name, limit])
  let forged = 0
  const ask = () =>
    server.fetch(
      new Request('https://campaign.example/api/master/activity', {
        headers: {
          'X-Forwarded-For': `10.9.${forged % 250}.${forged++ % 250}`,
          Forwarded: `for=10.1.1.${forged % 250}`,
        },
      }),
      { ip: '203.0.113.9' },
    )
  expect(await letIn(700, ask)).toBe(600)
}, 60_000)
