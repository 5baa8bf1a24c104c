import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { receiptBody, uploadPhoto } from '#tests/kit/activity.ts'
import { profileForm, type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

/**
 * Every call of S7's product API, and the writes that the screens need besides, met in the same four ways:
 * good, without a session, malformed, and sent again. What each call does beyond that has a file of its own.
 */

type Given = Parameters<TestServer['call']>[1] & object

type Row = {
  readonly name: RouteName
  /** A request that is good for this customer. */
  readonly good: (who: SignedIn) => Given | Promise<Given>
  /** What is wrong with the same request otherwise; none where the call takes nothing. */
  readonly malformed?: Given
  /** Fields of the answer that may differ between two calls without a key, such as a new session. */
  readonly fresh?: readonly string[]
}

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const identity = async (who: SignedIn) => ({
  lineUserId: who.user.userId,
  idToken: await server.idToken(who.user),
})
const session = ['accessToken', 'expiresAt']

const rows: readonly Row[] = [
  {
    name: 'login',
    good: async who => ({ form: await identity(who) }),
    malformed: { form: { lineUserId: 'somebody' } },
    fresh: session,
  },
  {
    name: 'register',
    good: async who => ({ form: await identity(who) }),
    malformed: { form: { ...profileForm, lineUserId: 'somebody' } },
    fresh: session,
  },
  { name: 'cancel', good: () => ({ body: { confirm: true } }), malformed: { body: { confirm: 'yes' } } },
  {
    name: 'postCustomer',
    good: who => ({ body: { lineUserId: who.user.userId, lineDisplayName: 'มานี' } }),
    malformed: { body: { lineUserId: 1 } },
    fresh: ['updated'],
  },
  { name: 'getCustomer', good: () => ({}) },
  {
    name: 'putCustomer',
    good: () => ({ body: { firstName: 'มานะ' } }),
    malformed: { body: { phone: '12' } },
  },
  { name: 'deleteCustomer', good: () => ({}) },
  { name: 'deleteSession', good: () => ({}) },
  { name: 'deleteSessions', good: () => ({}) },
  { name: 'deleteMarketingConsent', good: () => ({}) },
  { name: 'giveMarketingConsent', good: () => ({}) },
  { name: 'deletePhoto', good: () => ({}) },
  {
    name: 'logState',
    good: who => ({ body: { customerId: who.customerId, state: 'poster', os: 'android' } }),
    malformed: { body: { state: 'poster', os: 'dos' } },
  },
  {
    name: 'logPageView',
    good: who => ({ body: { customerId: who.customerId, path: '/receipt' } }),
    malformed: { body: { path: 'receipt' } },
  },
  { name: 'getReward', good: () => ({}) },
  { name: 'createReward', good: () => ({ body: {} }), malformed: { body: { rights: 9 } } },
  {
    name: 'useReward',
    good: () => ({ body: { rewardType: 'welcome' } }),
    malformed: { body: { rewardType: 'car' } },
  },
  { name: 'answerHistory', good: () => ({}), malformed: { query: { limit: '1000' } } },
  { name: 'postAnswer', good: () => ({ body: { Answer: 'ลิ้นจี่' } }), malformed: { body: { Answer: '' } } },
  { name: 'lastAnswer', good: () => ({}) },
  {
    name: 'createReceipt',
    good: async who => ({ body: receiptBody(server, [await uploadPhoto(server, who)]) }),
    malformed: { body: { amount: 'much' } },
  },
  { name: 'provinces', good: () => ({}) },
  {
    name: 'districts',
    good: () => ({ query: { provinceId: '10' } }),
    malformed: { query: { provinceId: 'ten' } },
  },
  {
    name: 'subdistricts',
    good: () => ({ query: { districtId: '1001' } }),
    malformed: { query: { districtId: '-1' } },
  },
  { name: 'stores', good: () => ({}) },
  { name: 'activity', good: () => ({}) },
]

async function customer(name: RouteName): Promise<SignedIn> {
  const who = await server.signIn()
  const needsReward = name === 'getReward' || name === 'useReward'
  if (needsReward) await server.call('createReward', { token: who.token, body: {} })
  return who
}

/** Texts of answers have to change with the question's choices; the seeded question says what it takes. */
async function fitting(name: RouteName, who: SignedIn, given: Given): Promise<Given> {
  if (name !== 'postAnswer') return given
  const { body } = await server.call('question', { token: who.token })
  return body?.choices?.[0] === undefined ? given : { ...given, body: { Answer: body.choices[0] } }
}

function without(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

for (const row of rows) {
  const route: Route = routes[row.name]
  const bearer = route.auth === 'bearer'

  describe(`${route.method} ${route.path}`, () => {
    test('a good call is answered with 200', async () => {
      const who = await customer(row.name)
      const given = await fitting(row.name, who, await row.good(who))
      const { status, text } = await server.call(row.name, {
        ...given,
        ...(bearer ? { token: who.token } : {}),
      })
      expect([status, text]).toEqual([200, expect.any(String)])
    })

    if (bearer) {
      test('without a session, or with one that nobody has', async () => {
        const who = await customer(row.name)
        const given = await row.good(who)
        for (const more of [{}, { token: 'x'.repeat(43) }]) {
          const { status, error } = await server.call(row.name, { ...given, ...more })
          expect([status, error.error]).toEqual([401, 'UNAUTHORIZED'])
        }
      })
    }

    const malformed = row.malformed
    if (malformed) {
      test('malformed: the field is named', async () => {
        const who = await customer(row.name)
        const { status, error } = await server.call(row.name, {
          ...malformed,
          ...(bearer ? { token: who.token } : {}),
        })
        expect([status, error.error]).toEqual([400, 'VALIDATION'])
        expect(error.fields?.length).toBeGreaterThan(0)
      })
    }

    test('sent again, with the same key', async () => {
      const who = await customer(row.name)
      const given = await fitting(row.name, who, await row.good(who))
      const whole = { ...given, key: randomUUID(), ...(bearer ? { token: who.token } : {}) }
      const first = await server.call(row.name, whole)
      const second = await server.call(row.name, whole)
      expect([first.status, second.status]).toEqual([200, 200])
      const fresh = [...(row.fresh ?? []), 'serverTime']
      expect(without(second.body, fresh)).toEqual(without(first.body, fresh))
      if (route.idempotent) {
        expect(second.text).toBe(first.text)
        expect(second.headers.get('idempotency-replayed')).toBe('true')
      }
    })
  })
}

test('no call that asks for a session is answered without one, whatever else it carries', async () => {
  const params = { id: randomUUID(), sha256: 'a'.repeat(64) }
  const closed = Object.entries(routes as Record<string, Route>).filter(([, { auth }]) => auth === 'bearer')
  expect(closed.length).toBeGreaterThan(20)
  for (const [name, { method }] of closed) {
    const sent = method === 'GET' || method === 'HEAD' ? {} : { body: {}, key: randomUUID() }
    for (const token of [undefined, 'x'.repeat(43)]) {
      const given = { params, ...sent, ...(token === undefined ? {} : { token }) }
      const { status } = await server.call(name as RouteName, given)
      expect([name, status]).toEqual([name, 401])
    }
  }
})

test('the table has every call of the product API that the specification names, but the concert’s', () => {
  const named = new Set(rows.map(({ name }) => name))
  const extra = [
    'logBatch',
    'getRewardQr',
    'confirmConcert',
    'question',
    'uploadImage',
    'headImage',
    'getImage',
  ]
  const more = [
    'receiptHistory',
    'getReceipt',
    'updateReceipt',
    'deleteReceipt',
    'masterAll',
    'draw',
    'healthz',
    'openApi',
  ]
  const missing = Object.keys(routes).filter(name => !named.has(name as RouteName))
  const known = new Set([...extra, ...more, 'readyz'])
  expect(missing.filter(name => !known.has(name))).toEqual([])
})
