import { expect, test, vi } from 'vitest'
import { latestValue } from '#src/state/resource.ts'
import { JOBS, privateKey, publicKey } from '#src/storage/keys.ts'
import { type AppPage, customerPhone, isSignIn, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { columnsOf } from '#tests/kit/rows.ts'

let phone: Phone

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 3000, interval: 5 })
const outcome = (page: AppPage, kind: string) =>
  soon(() => expect(page.app.session.phase.value.kind).toBe(kind))

/** Opens the app for a registered customer and waits until all data has loaded and LINE has answered. */
async function signedIn(path = '/') {
  phone = await customerPhone('friend')
  const customerId = await phone.register()
  const url = new URL(phone.headless.url())
  url.pathname = path
  const page = phone.load(url.href)
  await soon(() => expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }))
  await soon(() => expect(page.app.customer.current.value.state).toBe('ready'))
  // LINE's checks continue behind home, and all pages of this phone share one SDK.
  await page.line.init()
  await page.line.friendship()
  return { page, customerId }
}

const views = () =>
  phone.server.db.selectFrom('log_page_view').select(['path', 'customer_id']).orderBy('at').execute()

test('page views and state of a visit are stored for the customer signing in during it', async () => {
  const { page, customerId } = await signedIn('/profile')
  await soon(() => {
    page.pass(10_000)
    return expect(views()).resolves.toEqual([
      { path: '/profile', customer_id: customerId },
      { path: '/', customer_id: customerId },
    ])
  })
  const states = await columnsOf(phone.server, 'log_state', ['customer_id', 'os', 'state'])
  expect(states).toEqual([{ customer_id: customerId, os: 'android', state: '' }])
})

test('a page view never contains launch parameters or credentials', async () => {
  const { page } = await signedIn('/receiptHistory')
  await soon(async () => {
    page.pass(10_000)
    expect((await views()).map(({ path }) => path)).toEqual(['/receiptHistory'])
  })
})

test('renews a session ended by the server in the background, once for all callers', async () => {
  const { page, customerId } = await signedIn()
  const first = phone.token()
  await phone.server.call('deleteSessions', { token: first ?? '' })
  const logins = () => phone.delivered.filter(isSignIn).length
  const before = logins()
  await Promise.all([page.app.rewards.create(), page.app.answers.history.load(), page.app.customer.load()])
  await soon(() => {
    page.pass(5000)
    expect(phone.token()).not.toBe(first)
  })
  expect(logins()).toBe(before + 1)
  expect(page.app.session.phase.value).toEqual({ kind: 'ready', customerId, online: true })
})

test('shows the cached campaign dates to a cached customer without a network', async () => {
  const { page } = await signedIn()
  const activity = latestValue(page.app.campaign.current.value)
  expect(activity).not.toBeNull()
  await soon(async () => expect(await phone.kv.keys(publicKey('activity'))).not.toEqual([]))
  phone.setFault(() => 'drop-request')
  const { app } = phone.load(`${ORIGIN}/`)
  await soon(() => expect(latestValue(app.campaign.current.value)).toEqual(activity))
  expect(app.session.phase.value.kind).toBe('ready')
})

test('gets a new session when the token cookie disappears', async () => {
  const { page } = await signedIn()
  phone.setToken(null)
  page.pass(1000)
  await soon(() => expect(phone.token()).not.toBeNull())
})

test('logging out deletes token, identity and private data and ends the session on the server', async () => {
  const { page, customerId } = await signedIn()
  const token = phone.token() ?? ''
  await phone.kv.set([[privateKey(customerId, 'customer'), { at: 0, value: {} }]])
  await page.app.session.logout('keep')
  expect(page.app.session.phase.value).toEqual({ kind: 'signed-out', why: 'logged-out' })
  expect(page.app.session.customerId.value).toBeNull()
  expect(phone.token()).toBeNull()
  await soon(async () => expect(await phone.kv.keys(`u/${customerId}/`)).toEqual([]))
  expect((await phone.server.call('getCustomer', { token })).status).toBe(401)
  phone.setFault(() => 'drop-request')
  const next = phone.load(`${ORIGIN}/`)
  expect(next.app.session.phase.value).toEqual({ kind: 'starting' })
})

test('logging out without a network ends the session on the phone', async () => {
  const { page } = await signedIn()
  phone.setFault(() => 'drop-request')
  await page.app.session.logout('discard')
  expect(page.app.session.phase.value.kind).toBe('signed-out')
  expect(phone.token()).toBeNull()
})

test('withdrawing deletes token and customer; a refused withdrawal changes nothing', async () => {
  const { page } = await signedIn()
  phone.setFault(request => (request.url.endsWith('/cancel') ? 'unavailable' : 'ok'))
  expect((await page.app.session.cancel({})).ok).toBe(false)
  expect(page.app.session.phase.value.kind).toBe('ready')
  phone.setFault(() => 'ok')
  expect((await page.app.session.cancel({ reason: 'PRIVACY' })).ok).toBe(true)
  expect(page.app.session.phase.value).toEqual({ kind: 'signed-out', why: 'cancelled' })
  expect(phone.token()).toBeNull()
  expect(page.app.session.customerId.value).toBeNull()
  expect(page.app.customer.current.value).not.toHaveProperty('value')
  page.app.session.retry()
  await outcome(page, 'leaving')
  const back = phone.load(await phone.headless.completeLogin())
  await outcome(back, 'failed')
  expect(back.app.session.phase.value).toMatchObject({ code: 'CUSTOMER_CANCELLED' })
})

test.each([
  ['a log-out that keeps them', (page: AppPage) => page.app.session.logout('keep'), 1],
  ['a log-out that deletes them', (page: AppPage) => page.app.session.logout('discard'), 0],
  ['leaving the campaign', (page: AppPage) => page.app.session.cancel({}), 0],
])('unsent writes after %s', async (_, end, left) => {
  const { page } = await signedIn()
  phone.setFault(({ url }) => (url.endsWith('/api/answer') ? 'drop-request' : 'ok'))
  expect(await page.app.answers.send('ชาเขียว')).toMatchObject({ state: 'queued' })
  await end(page)
  expect(page.app.session.phase.value.kind).toBe('signed-out')
  expect(await phone.kv.keys(JOBS)).toHaveLength(left)
})

test('clears private data when another tab signs the customer out', async () => {
  const { page, customerId } = await signedIn()
  phone.hear({ type: 'signed-out', customerId: 'somebody else' })
  expect(page.app.session.phase.value.kind).toBe('ready')
  phone.hear({ type: 'signed-out', customerId })
  expect(page.app.session.phase.value.kind).toBe('signed-out')
  expect(page.app.session.customerId.value).toBeNull()
})

test('never shows the previous customer to another LINE user on the same phone', async () => {
  const { customerId } = await signedIn()
  await phone.kv.set([[privateKey(customerId, 'customer'), { at: 0, value: {} }]])
  const other = phone.headless
    .scenario()
    .users.find(({ userId }) => userId !== phone.headless.scenario().user)
  phone.headless.patch({ user: other?.userId })
  await phone.headless.open()
  const page = phone.load()
  await outcome(page, 'register')
  expect(page.app.session.profile.value?.userId).toBe(other?.userId)
  expect(page.app.session.customerId.value).not.toBe(customerId)
  await soon(async () => expect(await phone.kv.keys(`u/${customerId}/`)).toEqual([]))
})

test('gets a new ID token if it expired before the registration form was sent', async () => {
  phone = await customerPhone('friend')
  const page = phone.load()
  await outcome(page, 'register')
  // Once the server has created the customer, LINE has answered.
  await soon(() => expect(page.app.session.customerId.value).not.toBeNull())
  phone.server.clock.advance(2 * 60 * 60 * 1000)
  const reply = await page.app.session.register({ firstName: 'สมหญิง', consentTerms: 'true' })
  expect(reply.ok).toBe(false)
  expect(page.left).toEqual(['reload'])
  expect(phone.headless.liff.isLoggedIn()).toBe(false)
})

test('a form that is sent with an expired ID token registers nobody, also if LINE has not answered yet', async () => {
  phone = await customerPhone('friend')
  const page = phone.load()
  await outcome(page, 'register')
  phone.server.clock.advance(2 * 60 * 60 * 1000)
  void page.app.session.register({ firstName: 'สมหญิง', consentTerms: 'true' })
  await soon(() => expect(page.left).toEqual(['reload']))
  const customers = await phone.server.db.selectFrom('customer').select('status').execute()
  expect(customers.filter(({ status }) => status === 'registered')).toEqual([])
})

test('reports slow loading after ten seconds', async () => {
  phone = await customerPhone('friend')
  phone.setFault(() => 'hang')
  const page = phone.load()
  expect(page.app.session.slow.value).toBe(false)
  page.pass(10_000)
  expect(page.app.session.slow.value).toBe(true)
})

test('continues with the stored session when the rate limit for logins is hit, without an error', async () => {
  phone = await customerPhone('friend', { rateLimits: true })
  const customerId = await phone.register()
  const logins: number[] = []
  for (let load = 0; load < 13; load++) {
    const before = phone.statuses.length
    const page = phone.load()
    await soon(() =>
      expect(page.app.session.phase.value).toEqual({ kind: 'ready', customerId, online: true }),
    )
    const called = phone.statuses.slice(before).find(({ call }) => isSignIn(call))
    logins.push(called?.status ?? 0)
    await page.app.customer.load()
    expect(page.app.customer.current.value.state).toBe('ready')
  }
  // After the refusal, the pages make no sign-in call until the time that the server has named.
  expect(new Set(logins)).toEqual(new Set([200, 429, 0]))
  expect(logins.filter(status => status === 429)).toHaveLength(1)
})

test('signs in at most three times a minute to a server that rejects every new session', async () => {
  const { page } = await signedIn()
  const logins = () => phone.delivered.filter(isSignIn).length
  const before = logins()
  phone.setFault(request => (request.url.endsWith('/api/customer') ? 'unauthorized' : 'ok'))
  for (let tries = 0; tries < 8; tries++) await page.app.customer.load()
  expect(logins()).toBe(before + 3)
  expect(page.app.customer.current.value).toMatchObject({ state: 'failed', failure: { status: 401 } })
  page.pass(61_000)
  phone.setFault(() => 'ok')
  await page.app.customer.load()
  expect(page.app.customer.current.value.state).toBe('ready')
})

test('each tap on “sign in” makes one attempt for a job that waits for it, and the job is then sent', async () => {
  const { page } = await signedIn()
  let logins = 0
  let isDown = true
  phone.setFault(({ url }) => {
    if (isSignIn(url)) logins += 1
    if (!isDown) return 'ok'
    return url.endsWith('/api/answer') ? 'unauthorized' : isSignIn(url) ? 'unavailable' : 'ok'
  })
  expect(await page.app.answers.send('ชาเขียว')).toMatchObject({ state: 'queued' })
  expect(page.app.outbox.jobs.value).toMatchObject([{ waitsFor: 'sign-in' }])
  expect(page.app.session.signInNeeded.value).toBe(false)
  await page.app.session.signIn()
  const before = logins
  for (let tap = 0; tap < 4; tap += 1) await page.app.session.signIn()
  expect(logins).toBe(before + 4)
  isDown = false
  await page.app.session.signIn()
  expect(logins).toBe(before + 5)
  await soon(() => expect(page.app.outbox.jobs.value).toEqual([]))
})

test('loads refused resources automatically after the next sign-in', async () => {
  const { page } = await signedIn()
  // The first load uses the data from the visit call.
  await page.app.rewards.load()
  phone.setFault(request => (request.url.includes('/api/') ? 'unauthorized' : 'ok'))
  await page.app.rewards.load()
  expect(page.app.rewards.current.value).toMatchObject({ state: 'failed', failure: { status: 401 } })
  phone.setFault(() => 'ok')
  page.app.session.retry()
  await soon(() => expect(page.app.rewards.current.value.state).toBe('ready'))
})

test('deletes this tab’s half-filled forms when the customer signs out', async () => {
  const { page } = await signedIn()
  page.app.drafts.write('profile', { firstName: 'มานี' })
  phone.local.tab.set('other', 'stays')
  await page.app.session.logout('keep')
  expect(page.app.drafts.read('profile')).toBeNull()
  expect(phone.local.tab.get('other')).toBe('stays')
})

test('does not loop in a tab whose storage is lost on reload', async () => {
  phone = await customerPhone('not-in-client')
  await phone.register()
  phone.local.survivesReload = () => false
  const page = phone.load(`${ORIGIN}/`)
  await soon(() => expect(['not-in-line', 'failed']).toContain(page.app.session.phase.value.kind))
  expect(page.left).toEqual([])
})
