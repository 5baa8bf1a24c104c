import { expect, test } from 'vitest'
import { newKey } from '#tests/kit/activity.ts'
import { identityForm } from '#tests/kit/call-example.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

/** A visit must not bypass the limits of the calls that it replaces. */

const server = eachTest(() => testServer({ rateLimits: true }))
const me = eachTest(() => server.signIn())

const name = { lineDisplayName: 'มะลิ', linePictureUrl: null }
const withToken = async () =>
  server.call('visit', { body: { ...name, ...(await identityForm(server, me.user)) } })
const withSession = (events: readonly unknown[] = []) =>
  me.call('visit', { body: { ...name, lineUserId: me.user.userId, events } })
const pageViews = () => [
  { kind: 'pageview', eventId: newKey(), at: new Date(server.clock.now()).toISOString(), path: '/' },
]

test('visits and logins of a LINE user share one limit, with and without a session', async () => {
  const form = await identityForm(server, me.user)
  // The registration was the first of the ten calls that the limit allows.
  for (let count = 0; count < 3; count++) {
    expect((await server.call('login', { form })).status).toBe(200)
    expect((await withToken()).status).toBe(200)
    expect((await withSession()).status).toBe(200)
  }
  const refused = await Promise.all([withToken(), withSession(), server.call('login', { form })])
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  expect(refused[0]?.headers.get('retry-after')).toBe('6')
})

test('each part counts against the limit of its own call', async () => {
  const { token } = me
  for (let count = 0; count < 120; count++)
    await server.call('logBatch', { token, body: { events: pageViews() } })
  for (let count = 0; count < 239; count++) await server.call('getReward', { token })
  const { status, body } = await withSession(pageViews())
  expect(status).toBe(200)
  expect(body.logs).toMatchObject({ status: 429, error: { error: 'RATE_LIMITED', retryAfter: 1 } })
  expect(body.customer).toHaveProperty('value')
  expect(body.reward).toMatchObject({ status: 429, error: { error: 'RATE_LIMITED' } })
  expect(body.receipts).toMatchObject({ status: 429 })
})

test('a wrong token counts against the limit of its address', async () => {
  const wrong = { token: 'x'.repeat(43), body: { ...name, lineUserId: me.user.userId } }
  let refused = 0
  for (let count = 0; count < 601 && refused === 0; count++)
    if ((await server.call('visit', wrong)).status === 429) refused = count
  expect(refused).toBeGreaterThan(0)
  expect((await me.call('getCustomer')).status).toBe(200)
})
