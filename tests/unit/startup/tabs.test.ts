import { effect } from '@preact/signals-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { latestValue } from '#src/state/resource.ts'
import { JOBS, privatePrefix } from '#src/storage/keys.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { type AppPage, customerPhone, isSignIn, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { twoCustomers } from '#tests/kit/two-customers.ts'

/** Tests two customers in two tabs of one browser, which share the cookie and the database. */

let phone: Phone
let a: string
let b: string
/** Customer B's LINE user. Customer A is the user of the scenario. */
let userB: string
beforeEach(async () => {
  ;({ phone, a, b, userB } = await twoCustomers())
})

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 3000, interval: 5 })
const logins = () => phone.delivered.filter(isSignIn).length
const phaseOf = (page: AppPage) => page.app.session.phase.value
const customerOf = (page: AppPage) => latestValue(page.app.customer.current.value)?.id ?? null

async function settled() {
  const progress = () => phone.delivered.length + phone.headless.requests().length
  for (let quiet = 0, before = progress(); quiet < 40; quiet += 1) {
    await new Promise(resolve => setTimeout(resolve, 1))
    if (phone.busy() || progress() > before) quiet = 0
    before = progress()
  }
}

/** Waits until the tab is signed in as the customer and shows that customer's data. */
async function signedIn(page: AppPage, customerId: string) {
  await soon(() => expect(phaseOf(page)).toEqual({ kind: 'ready', customerId, online: true }))
  await page.app.customer.load()
  await soon(() => expect(customerOf(page)).toBe(customerId))
  // The app opens before LINE's checks have ended.
  await settled()
  return page
}

/** Opens customer A's tab and records every state in which the tab shows another customer's data. */
async function tabOfA(options: { ownLine?: boolean } = {}) {
  const page = await signedIn(phone.openTab(phone.headless.url(), options), a)
  const mixed: unknown[] = []
  effect(() => {
    const [shown, phase, owner] = [customerOf(page), phaseOf(page), page.app.session.customerId.value]
    const signedInAs = phase.kind === 'ready' ? phase.customerId : owner
    if (shown !== null && (shown !== owner || shown !== signedInAs)) mixed.push({ shown, phase, owner })
  })
  return { page, mixed }
}

/** Logs customer B in to LINE in this browser. Tabs with their own LINE login do not notice. */
async function lineIsB() {
  phone.headless.patch({ user: userB })
  await phone.headless.open()
  await phone.headless.liff.init({ liffId: phone.headless.scenario().apps[0]?.liffId ?? '' })
}

async function cookieOfB(): Promise<string> {
  const { body } = await phone.server.call('login', {
    form: { lineUserId: userB, idToken: phone.headless.liff.getIDToken() ?? '' },
  })
  phone.setToken(body.accessToken)
  return body.accessToken
}

async function tabOfB(options: { ownLine?: boolean } = {}) {
  await lineIsB()
  return signedIn(phone.openTab(phone.headless.url(), options), b)
}

const storedForA = async () => JSON.stringify(await phone.kv.entries(privatePrefix(a)))
const ownerOfCookie = async () =>
  (await phone.server.call('getCustomer', { token: phone.token() ?? '' })).body.id

test('signs in again if the cookie holds another customer’s session, and shows only its own customer', async () => {
  const { page, mixed } = await tabOfA({ ownLine: true })
  await lineIsB()
  await cookieOfB()
  const before = logins()
  await page.app.customer.load()
  await settled()
  expect([customerOf(page), mixed]).toEqual([a, []])
  expect(logins()).toBe(before + 1)
  expect(await ownerOfCookie()).toBe(a)
  expect(await storedForA()).not.toContain(b)
})

test('signs in at most three times a minute if the cookie of another customer keeps coming back', async () => {
  const { page, mixed } = await tabOfA({ ownLine: true })
  await lineIsB()
  const token = await cookieOfB()
  const before = logins()
  for (let tries = 0; tries < 6; tries += 1) {
    phone.setToken(token)
    await page.app.customer.load()
  }
  await settled()
  expect([logins(), mixed]).toEqual([before + 3, []])
  expect(page.app.customer.current.value).toMatchObject({ failure: { code: 'OWNER_MISMATCH' } })
  expect(await storedForA()).not.toContain(b)
})

test('starts again as the customer of LINE’s login if the cookie holds that customer’s session', async () => {
  const { page, mixed } = await tabOfA()
  phone.setFault(({ url }) => (url.endsWith('/api/answer') ? 'drop-request' : 'ok'))
  expect(await page.app.answers.send('ชาเขียว')).toMatchObject({ state: 'queued' })
  page.app.drafts.write('profile', { firstName: 'มานี' })
  await lineIsB()
  await cookieOfB()
  await page.app.customer.load()
  await signedIn(page, b)
  expect(mixed).toEqual([])
  expect(page.app.drafts.read('profile')).toBeNull()
  expect(await phone.kv.keys(privatePrefix(a))).toEqual([])
  // The queued answer stays on the phone and still belongs to the first customer.
  phone.setFault(() => 'ok')
  page.app.outbox.sendNow()
  await settled()
  expect([page.app.outbox.countOf(a), page.app.outbox.jobs.value]).toEqual([1, []])
  expect(await phone.kv.keys(JOBS)).toHaveLength(1)
  expect(phone.delivered).not.toContain('POST /api/answer')
})

test('shows an ended campaign to the customer of LINE’s login, not to the previous customer', async () => {
  await tabOfA()
  await setCampaign(phone.server, { closes_at: phone.server.clock.now() - 1 })
  await lineIsB()
  const page = phone.load()
  await soon(() => expect(page.app.session.customerId.value).toBe(b))
  await page.app.customer.load()
  expect([phaseOf(page), customerOf(page)]).toEqual([{ kind: 'ended' }, b])
  await settled()
  expect(await phone.kv.keys(privatePrefix(a))).toEqual([])
})

test('leaves the private screens at once when another customer signs in in another tab, and continues as that customer', async () => {
  const { page, mixed } = await tabOfA()
  const other = await tabOfB()
  expect(page.app.session.customerId.value).not.toBe(a)
  await signedIn(page, b)
  await settled()
  expect([mixed, phaseOf(other)]).toEqual([[], { kind: 'ready', customerId: b, online: true }])
  expect(await phone.kv.keys(privatePrefix(a))).toEqual([])
})

test('two tabs with different LINE logins do not take the session from each other in turns', async () => {
  const { page, mixed } = await tabOfA({ ownLine: true })
  const other = await tabOfB({ ownLine: true })
  expect(phaseOf(page)).toEqual({ kind: 'signed-out', why: 'replaced' })
  expect(customerOf(page)).toBeNull()
  const before = logins()
  await settled()
  expect([await ownerOfCookie(), logins()]).toEqual([b, before])
  // The next visit opens with the new customer's cached data.
  expect(phone.local.phone.get('identity')).toContain(b)
  // The customer signs in again in the first tab.
  page.app.session.retry()
  await signedIn(page, a)
  await settled()
  expect(phaseOf(other)).toEqual({ kind: 'signed-out', why: 'replaced' })
  expect([customerOf(other), logins(), await ownerOfCookie(), mixed]).toEqual([null, before + 1, a, []])
})

test('two tabs that start at the same time with different LINE logins end with one signed in', async () => {
  phone.setFault(({ url }) => (isSignIn(url) ? 'drop-request' : 'ok'))
  const first = phone.openTab(phone.headless.url(), { ownLine: true })
  await soon(() => expect(phaseOf(first).kind).toBe('offline'))
  await lineIsB()
  const second = phone.openTab(phone.headless.url(), { ownLine: true })
  await soon(() => expect(phaseOf(second).kind).toBe('offline'))
  phone.setFault(() => 'ok')
  const before = logins()
  first.app.session.retry()
  second.app.session.retry()
  await soon(() =>
    expect([phaseOf(first).kind, phaseOf(second).kind].toSorted()).toEqual(['ready', 'signed-out']),
  )
  await settled()
  const ready = [first, second].find(page => phaseOf(page).kind === 'ready')
  expect(await ownerOfCookie()).toBe(ready?.app.session.customerId.value)
  expect(logins()).toBe(before + 2)
})

test('leaves a cached customer’s screens when another one signs in during startup, and continues to start', async () => {
  await tabOfA()
  phone.setFault(({ url }) => (url.endsWith('/master/activity') ? 'hang' : 'ok'))
  const page = phone.load(`${ORIGIN}/`)
  expect(page.app.session.customerId.value).toBe(a)
  phone.hear({ type: 'signed-in', customerId: b, lineUserId: userB, registered: true })
  expect([page.app.session.customerId.value, phaseOf(page)]).toEqual([null, { kind: 'starting' }])
})

test('a tab that waits for a sign-in continues when the same customer signs in in another tab', async () => {
  const { page } = await tabOfA({ ownLine: true })
  await phone.server.call('deleteSessions', { token: phone.token() ?? '' })
  // Without LINE's tokens, the tab cannot sign in again without leaving the page.
  page.line.logout()
  const { qr } = page.app.rewards
  await qr.load()
  expect(page.app.session.signInNeeded.value).toBe(true)
  expect(qr.current.value).toMatchObject({ state: 'failed', failure: { status: 401 } })
  await signedIn(phone.openTab(phone.headless.url()), a)
  await soon(() => expect(qr.current.value).toMatchObject({ state: 'ready' }))
  expect(page.app.session.signInNeeded.value).toBe(false)
})

test('a tab that waits for the network continues when the same customer signs in in another tab', async () => {
  await tabOfA()
  phone.setFault(() => 'drop-request')
  const page = phone.load(`${ORIGIN}/`)
  await soon(() => expect(phaseOf(page)).toEqual({ kind: 'ready', customerId: a, online: false }))
  await settled()
  phone.setFault(() => 'ok')
  await signedIn(phone.openTab(phone.headless.url()), a)
  await soon(() => expect(phaseOf(page)).toEqual({ kind: 'ready', customerId: a, online: true }))
})

test('a registration form in another tab goes home when the customer has registered', async () => {
  await phone.server.close()
  phone = await customerPhone('friend')
  const [first, second] = [phone.openTab(phone.headless.url()), phone.openTab(phone.headless.url())]
  for (const page of [first, second]) await soon(() => expect(phaseOf(page).kind).toBe('register'))
  await settled()
  // Neither tab restarts because of the other tab's provisional session.
  expect(logins()).toBe(2)
  const { user } = phone.headless.scenario()
  const customerId = await phone.register(user)
  await first.app.session.register({})
  await soon(() => expect(phaseOf(second)).toEqual({ kind: 'ready', customerId, online: true }))
  expect(second.address()).toBe('/')
})

test('does not use the session of a registration that ends after another customer has signed in', async () => {
  await phone.server.close()
  phone = await customerPhone('friend')
  const page = phone.openTab(phone.headless.url())
  await soon(() => expect(phaseOf(page).kind).toBe('register'))
  await settled()
  await phone.register()
  const sending = page.app.session.register({})
  // The other tab puts its session into the cookie before it announces the sign-in.
  const token = 'session-of-b'
  phone.setToken(token)
  phone.hear({ type: 'signed-in', customerId: b, lineUserId: userB, registered: true })
  expect(await sending).toMatchObject({ ok: true })
  expect([phone.token(), page.app.session.customerId.value]).toEqual([token, null])
  expect(phaseOf(page)).toEqual({ kind: 'signed-out', why: 'replaced' })
})

test('a tab in which the customer has logged out continues when LINE’s user signs in in another tab', async () => {
  const { page } = await tabOfA()
  await page.app.session.logout('keep')
  await tabOfB()
  await signedIn(page, b)
})

test('a tab in which the customer has logged out stays so when another LINE user signs in in another tab', async () => {
  const { page } = await tabOfA({ ownLine: true })
  await page.app.session.logout('keep')
  await tabOfB({ ownLine: true })
  await settled()
  expect(phaseOf(page)).toEqual({ kind: 'signed-out', why: 'logged-out' })
})

test('a late announcement of a sign-out ends neither the session nor the LINE login of the next customer', async () => {
  const { page } = await tabOfA()
  await lineIsB()
  await cookieOfB()
  phone.hear({ type: 'signed-out', customerId: a })
  await settled()
  expect(page.app.session.customerId.value).toBeNull()
  expect(await ownerOfCookie()).toBe(b)
  expect(phone.headless.liff.isLoggedIn()).toBe(true)
})

test('logging out ends only the session of the customer whom the tab shows', async () => {
  const { page } = await tabOfA({ ownLine: true })
  await lineIsB()
  await cookieOfB()
  await page.app.session.logout('keep')
  expect(phaseOf(page)).toEqual({ kind: 'signed-out', why: 'logged-out' })
  expect(await ownerOfCookie()).toBe(b)
})
