import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Answer, BodyInput } from '#contract/calls.ts'
import { DAY_MS } from '#contract/time.ts'
import { countRows, newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { identityForm } from '#tests/kit/call-example.ts'
import { type CallOptions, eachTest, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

type Body = BodyInput<'visit'>

/** Returns the body of a visit by `who`, with LINE's token. */
const bodyOf = async (who: { user: SignedIn['user'] }, more: Partial<Body> = {}): Promise<Body> => ({
  ...((await identityForm(server, who.user)) as { lineUserId: string; idToken: string }),
  lineDisplayName: 'มะลิ',
  linePictureUrl: null,
  ...more,
})
const visit = async (more: Partial<Body> = {}, options: CallOptions = {}) =>
  server.call('visit', { body: await bodyOf(me, more), ...options })
/** Makes a visit that continues the customer's session, without LINE's token. */
const withSession = (more: Partial<Body> = {}, options: CallOptions = {}) =>
  me.call('visit', {
    body: { lineUserId: me.user.userId, lineDisplayName: 'มะลิ', linePictureUrl: null, ...more },
    ...options,
  })
const pageView = (path = '/') => ({ kind: 'pageview', eventId: newKey(), at: now(), path })
const state = (text = 'poster') => ({ kind: 'state', eventId: newKey(), at: now(), state: text, os: 'ios' })
const now = () => new Date(server.clock.now()).toISOString()
const etagOf = (part: Answer<'visit'>['customer' | 'reward' | 'receipts']) =>
  'etag' in part ? part.etag : ''
const rewardOf = async (who = me) => (await server.call('createReward', { token: who.token, body: {} })).body

test('returns the same bodies as the separate calls, each with its ETag', async () => {
  await rewardOf()
  await sendReceipt(server, me)
  const { body } = await visit({ lineDisplayName: 'ผู้ทดสอบ' })
  const { token } = me
  const own = {
    customer: await server.call('getCustomer', { token }),
    reward: await server.call('getReward', { token }),
    receipts: await server.call('receiptHistory', { token, query: { limit: '50' } }),
  }
  expect(body.customer).toMatchObject({ value: own.customer.body })
  expect(body.reward).toEqual({ etag: own.reward.headers.get('etag'), value: own.reward.body })
  expect(body.receipts).toEqual({ etag: own.receipts.headers.get('etag'), value: own.receipts.body })
})

test('leaves out what the phone has cached, and nothing else', async () => {
  await rewardOf()
  const { customer, reward, receipts } = (await visit()).body
  const etags = { customer: etagOf(customer), reward: etagOf(reward), receipts: etagOf(receipts) }
  const same = (await visit({ etags })).body
  expect([same.customer, same.reward, same.receipts]).toEqual(Object.values(etags).map(etag => ({ etag })))
  await sendReceipt(server, me)
  const changed = (await visit({ etags })).body
  expect(changed.customer).toEqual({ etag: etags.customer })
  expect(changed.receipts).toMatchObject({ value: [{ status: 'pending' }] })
})

test('names the next page of a long history', async () => {
  await update(server, 'campaign', { max_receipts_per_day: 100 })
  for (let count = 0; count < 51; count++) await sendReceipt(server, me)
  const { receipts } = (await visit()).body
  expect(receipts).toMatchObject({ link: expect.stringContaining('limit=50'), value: { length: 50 } })
})

describe('the session', () => {
  test('is new after LINE has vouched for the customer', async () => {
    const { body } = await visit()
    expect(body).toMatchObject({ customerId: me.customerId, open: true })
    expect(body.accessToken).not.toBe(me.token)
    expect((await server.call('getCustomer', { token: body.accessToken })).status).toBe(200)
  })

  test('goes on if it is live and belongs to this LINE user, and no session is created', async () => {
    const before = await countRows(server, 'session')
    const { body } = await withSession()
    expect(body).toMatchObject({ customerId: me.customerId, accessToken: me.token })
    expect(await countRows(server, 'session')).toBe(before)
  })

  test('does not sign in anyone else', async () => {
    const other = await server.signIn()
    const asOther = { lineUserId: other.user.userId }
    expect((await withSession(asOther)).error.error).toBe('LINE_TOKEN_REQUIRED')
    const { status, body } = await me.call('visit', { body: await bodyOf(other) })
    expect([status, body.customerId]).toEqual([200, other.customerId])
    expect(body.accessToken).not.toBe(me.token)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['after logging out', () => me.call('deleteSession', { key: newKey() })],
    ['when it has expired', async () => server.clock.advance(31 * DAY_MS)],
  ])('does not go on %s', async (_, end) => {
    await end()
    expect((await withSession()).error.error).toBe('LINE_TOKEN_REQUIRED')
    const { status, body } = await visit({}, { token: me.token })
    expect(status).toBe(200)
    expect(body.accessToken).not.toBe(me.token)
  })

  test('does not go on for a tab that shows another customer', async () => {
    const headers = { 'X-Owner': randomUUID() }
    expect((await withSession({}, { headers })).error.error).toBe('LINE_TOKEN_REQUIRED')
  })
})

describe('a refused sign-in has the error of a login, and stores nothing', () => {
  test.each<[string, string, () => Promise<Partial<Body>>]>([
    ['of an unknown user', 'CUSTOMER_NOT_REGISTERED', async () => bodyOf({ user: server.newUser() })],
    [
      'of a provisional customer',
      'CUSTOMER_NOT_REGISTERED',
      async () => bodyOf(await server.signIn(server.newUser(), { register: false })),
    ],
    ['without a token', 'LINE_TOKEN_REQUIRED', async () => ({ lineUserId: me.user.userId })],
    ['with a broken token', 'LINE_TOKEN_INVALID', async () => ({ idToken: 'a.b.c' })],
    [
      'as another user',
      'LINE_USER_MISMATCH',
      async () => ({ idToken: await server.idToken(server.newUser()) }),
    ],
    [
      'with an old token',
      'LINE_TOKEN_EXPIRED',
      async () => {
        const body = await bodyOf(me)
        server.clock.advance(2 * 3_600_000)
        return body
      },
    ],
  ])('%s', async (_, code, more) => {
    const sessions = await countRows(server, 'session')
    const given = await more()
    const base =
      given.idToken === undefined ? { ...(await bodyOf(me)), idToken: undefined } : await bodyOf(me)
    const created = await countRows(server, 'session')
    const body = JSON.parse(JSON.stringify({ ...base, ...given, events: [pageView(), state()] }))
    const { status, error } = await server.call('visit', { body })
    expect([status, error.error]).toEqual([401, code])
    expect(await countRows(server, 'session')).toBe(created)
    expect(created - sessions).toBeLessThanOrEqual(1)
    expect([await countRows(server, 'log_page_view'), await countRows(server, 'log_state')]).toEqual([0, 0])
  })
})

describe('the first log events', () => {
  test('are stored once, however often the phone sends them and by whichever call', async () => {
    const events = [pageView(), state()]
    expect((await visit({ events })).body.logs).toEqual({ accepted: 2, duplicates: 0 })
    expect((await withSession({ events })).body.logs).toEqual({ accepted: 0, duplicates: 2 })
    const batch = await me.call('logBatch', { body: { events } })
    expect(batch.body).toEqual({ accepted: 0, duplicates: 2 })
  })

  test('are refused together if one of them is invalid, and the customer signs in anyway', async () => {
    const { status, body } = await visit({ events: [pageView(), { ...pageView(), path: 'home' }] })
    expect([status, body.customerId]).toEqual([200, me.customerId])
    expect(body.logs).toMatchObject({
      status: 400,
      error: { error: 'VALIDATION', fields: [{ path: 'events.1.path', code: 'path' }] },
    })
    expect(await countRows(server, 'log_page_view')).toBe(0)
  })

  test.each([
    ['ended', { mode: 'ended' }],
    ['not started', { mode: 'pending' }],
  ] as const)('without the state, and without a new LINE name, if the campaign has %s', async (_, change) => {
    await setCampaign(server, change)
    const { body } = await visit({ events: [pageView(), state()], lineDisplayName: 'ชื่อใหม่' })
    expect(body).toMatchObject({ open: false, logs: { accepted: 1, duplicates: 0 } })
    expect(await countRows(server, 'log_state')).toBe(0)
    expect(body.customer).toMatchObject({ value: { lineDisplayName: 'ผู้ทดสอบ' } })
  })
})

test('a customer without a reward gets the error of GET /api/reward in its place if the campaign is not open', async () => {
  await setCampaign(server, { mode: 'ended' })
  const own = await me.call('getReward')
  const { reward, customer } = (await visit()).body
  expect(reward).toMatchObject({
    status: own.status,
    error: { error: 'REWARD_NOT_CREATED', message: own.error.message },
  })
  expect(customer).toMatchObject({ value: { id: me.customerId } })
})
