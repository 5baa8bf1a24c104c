import { expect, test, vi } from 'vitest'
import { type AppPage, customerPhone, isSignIn, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { update } from '#tests/kit/rows.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

let phone: Phone

const soon = (check: () => void) => vi.waitFor(check, { timeout: 3000, interval: 5 })
const outcome = (page: AppPage, kind: string) =>
  soon(() => expect(page.app.session.phase.value.kind).toBe(kind))
const form = {
  firstName: 'สมหญิง',
  lastName: 'ใจดี',
  phone: '0812345678',
  birthDate: '1990-05-17',
  gender: 'female',
  addressLine: '99/1 ถนนหน้าพระลาน',
  provinceId: '10',
  districtId: '1001',
  subdistrictId: '100101',
  postalCode: '10200',
  consentTerms: 'true',
  consentPrivacy: 'true',
} as const
const error = () => vi.spyOn(console, 'error').mockReturnValue(undefined)

test('friend: a registered customer gets a session and sees home', async () => {
  phone = await customerPhone('friend')
  const customerId = await phone.register()
  const page = phone.load(`${phone.headless.url()}`)
  expect(page.app.session.loading.value).toBe(true)
  await outcome(page, 'ready')
  expect(page.app.session.phase.value).toEqual({ kind: 'ready', customerId, online: true })
  expect(page.app.session.customerId.value).toBe(customerId)
  await soon(() => expect(page.app.customer.current.value.state).toBe('ready'))
  expect(phone.token()).not.toBeNull()
})

test('friend, second visit: the app opens before any answer', async () => {
  phone = await customerPhone('friend')
  const customerId = await phone.register()
  await outcome(phone.load(), 'ready')
  await phone.headless.open()
  const page = phone.load()
  expect(page.app.session.phase.value).toEqual({ kind: 'ready', customerId, online: false })
  await soon(() => expect(page.app.session.phase.value).toMatchObject({ online: true }))
})

test('new customer: /register with a provisional session, then home with a reward', async () => {
  phone = await customerPhone('friend')
  await phone.headless.open('?logstate=poster')
  // LINE opens the endpoint URL; then the SDK navigates to the requested path.
  phone.load()
  await soon(() => expect(phone.headless.recorded.navigations.at(-1)).toContain('/?logstate=poster'))
  const page = phone.load(await phone.headless.follow())
  await outcome(page, 'register')
  expect(page.address()).toBe('/register?logstate=poster')
  await soon(() =>
    expect(page.app.customer.current.value).toMatchObject({ value: { status: 'provisional' } }),
  )
  const reply = await page.app.session.register(form)
  expect(reply.ok).toBe(true)
  expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true })
  expect(page.address()).toBe('/')
  await soon(() => expect(page.app.rewards.current.value.state).toBe('ready'))
  await soon(() => expect(page.app.answers.history.current.value.state).toBe('ready'))
})

test('new customer: a lost POST /api/reward costs neither the reward nor the entry for joining', async () => {
  phone = await customerPhone('friend')
  phone.setFault(({ method, url }) =>
    method === 'POST' && url.endsWith('/api/reward') ? 'drop-request' : 'ok',
  )
  const page = phone.load()
  await outcome(page, 'register')
  expect((await page.app.session.register(form)).ok).toBe(true)
  await soon(() => expect(page.app.rewards.current.value).toMatchObject({ value: { rights: { total: 1 } } }))
})

test('new customer: /register opens before LINE has answered, and nothing is registered until then', async () => {
  phone = await customerPhone('friend')
  const { liff } = phone.headless
  const getFriendship = liff.getFriendship.bind(liff)
  const [held, answer] = untilCalled()
  vi.spyOn(liff, 'getFriendship').mockImplementation(() => held.then(() => getFriendship()))
  const page = phone.load()
  await outcome(page, 'register')
  const sending = page.app.session.register(form)
  const registered = () => phone.delivered.filter(call => call.endsWith('/register')).length
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(registered()).toBe(0)
  answer()
  expect((await sending).ok).toBe(true)
  expect(registered()).toBe(2)
  expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true })
})

test('not-friend: opens the add-friend page once, and the app after the customer has added the account', async () => {
  phone = await customerPhone('not-friend')
  await phone.register()
  const page = phone.load()
  await outcome(page, 'leaving')
  expect(page.left).toEqual(['https://line.me/R/ti/p/%40campaign'])
  page.pass(1500)
  await outcome(page, 'add-friend')
  page.show()
  await soon(() => expect(phone.delivered.filter(call => call.endsWith('activity'))).toHaveLength(2))
  await outcome(page, 'add-friend')
  expect(page.left).toHaveLength(1)
  phone.headless.setFriendship('friend')
  await soon(() => {
    page.show()
    expect(page.app.session.phase.value.kind).toBe('ready')
  })
})

test('no-linked-oa: the app opens without a linked official account', async () => {
  const spy = error()
  phone = await customerPhone('no-linked-oa')
  await phone.register()
  await outcome(phone.load(), 'ready')
  // The app calls LINE in parallel with startup, so LINE may answer later.
  await expect.poll(() => spy.mock.calls.length).toBe(1)
  spy.mockClear()
})

test('not-in-client: opens LINE with the path; explains if LINE does not open, and after a reload', async () => {
  phone = await customerPhone('not-in-client')
  const page = phone.load(`${ORIGIN}/receipt?state=poster`)
  await outcome(page, 'leaving')
  const url = 'https://liff.line.me/2000000001-Campaign/receipt?logstate=poster'
  expect(page.left).toEqual([url])
  page.pass(1500)
  expect(page.app.session.phase.value).toEqual({ kind: 'not-in-line', url })
  const again = phone.load(`${ORIGIN}/receipt?state=poster`)
  await outcome(again, 'not-in-line')
  expect(again.left).toEqual([])
})

test('not-in-client, LINE opened: explains only when the customer returns to the page', async () => {
  phone = await customerPhone('not-in-client')
  const page = phone.load(`${ORIGIN}/`)
  await outcome(page, 'leaving')
  page.hide()
  page.pass(1500)
  expect(page.app.session.phase.value.kind).toBe('leaving')
  page.show()
  expect(page.app.session.phase.value.kind).toBe('not-in-line')
})

test('not-in-client, allowed by the campaign: LINE Login with PKCE, which returns to the same path', async () => {
  phone = await customerPhone('not-in-client')
  await phone.register()
  await update(phone.server, 'campaign', { allow_external_browser: 1 })
  const page = phone.load(`${ORIGIN}/receipt?logstate=poster`)
  await outcome(page, 'leaving')
  const authorize = new URL(phone.headless.recorded.navigations.at(-1) ?? '')
  expect(authorize.searchParams.get('code_challenge_method')).toBe('S256')
  expect(authorize.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/receipt?logstate=poster`)
  const back = phone.load(await phone.headless.completeLogin())
  await outcome(back, 'ready')
  expect(back.address()).toBe('/receipt?logstate=poster')
  expect(back.app.session.inClient.value).toBe(false)
})

test('declined LINE Login: shows the error, and retries with a clean URL', async () => {
  const spy = error()
  phone = await customerPhone('first-consent')
  phone.headless.patch({ environment: { kind: 'external' } })
  await update(phone.server, 'campaign', { allow_external_browser: 1 })
  const page = phone.load(`${ORIGIN}/`)
  await outcome(page, 'leaving')
  const back = phone.load(await phone.headless.denyLogin())
  await outcome(back, 'failed')
  expect(spy).toHaveBeenCalled()
  spy.mockClear()
  phone.headless.reload(`${ORIGIN}/`)
  back.app.session.retry()
  await outcome(back, 'leaving')
  expect(back.address()).toBe('/')
})

/** Makes two visits, and expects each to reload the page because of an expired token. */
async function reloadsTwice(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const page = phone.load()
    await soon(() => expect(page.left).toEqual(['reload']))
    await phone.headless.open()
  }
}

test('expired-id-token: logs out, reloads and signs in with a new token', async () => {
  phone = await customerPhone('expired-id-token')
  await phone.register()
  phone.setToken('x'.repeat(43))
  const logout = vi.spyOn(phone.headless.liff, 'logout')
  const page = phone.load(`${ORIGIN}/?liff.referrer=x&logstate=poster`)
  await soon(() => expect(page.left).toEqual(['reload']))
  expect(logout).toHaveBeenCalledTimes(1)
  const { liff } = phone.headless
  expect([phone.token(), liff.getAccessToken(), liff.getIDToken()]).toEqual([null, null, null])
  // The reloaded URL must not contain the parameters that the SDK has already read.
  expect(page.address()).toBe('/?logstate=poster')
  await phone.headless.open()
  await outcome(phone.load(), 'ready')
})

test('expired-id-token-stuck: reloads twice in ten minutes, then shows both clocks instead of looping', async () => {
  phone = await customerPhone('expired-id-token-stuck')
  await phone.register()
  await reloadsTwice()
  const page = phone.load()
  await outcome(page, 'clock')
  expect(page.left).toEqual([])
  const { phase } = page.app.session
  expect(phase.value.kind === 'clock' && Math.abs((phase.value.server ?? 0) - Date.now()) < 60_000).toBe(true)
})

test('clock-skew: shows both clocks if the SDK of a phone two hours fast rejects every token', async () => {
  phone = await customerPhone('clock-skew')
  phone.setSkew(7_200_000)
  await phone.register()
  await reloadsTwice()
  const page = phone.load()
  await outcome(page, 'clock')
  const { value } = page.app.session.phase
  const ahead = value.kind === 'clock' ? value.phone - (value.server ?? 0) : 0
  expect(Math.round(ahead / 60_000)).toBe(120)
})

test('no-openid-scope: signs in with the access token and the profile', async () => {
  phone = await customerPhone('no-openid-scope')
  await phone.register()
  const page = phone.load()
  await outcome(page, 'ready')
  expect(page.app.session.profile.value?.displayName).toBe('Somying Jaidee')
})

test('offline with a cached customer: opens from the cache and signs in when LINE answers', async () => {
  phone = await customerPhone('friend')
  const customerId = await phone.register()
  await outcome(phone.load(), 'ready')
  await phone.headless.open()
  phone.headless.patch({ network: { kind: 'offline' } })
  phone.setFault(() => 'drop-request')
  const page = phone.load()
  expect(page.app.session.phase.value).toEqual({ kind: 'ready', customerId, online: false })
  await soon(() => expect(page.app.session.loading.value).toBe(false))
  phone.headless.patch({ network: { kind: 'online' } })
  phone.setFault(() => 'ok')
  await soon(() => {
    page.pass(60_000)
    expect(page.app.session.phase.value).toMatchObject({ online: true })
  })
})

test('offline without a cached customer: shows the offline screen, and retries without a reload', async () => {
  phone = await customerPhone('friend')
  await phone.register()
  phone.setFault(() => 'drop-request')
  const page = phone.load()
  await outcome(page, 'offline')
  phone.setFault(() => 'ok')
  page.app.session.retry()
  await outcome(page, 'ready')
})

test('server error at login: a visitor without a cached customer waits, even though LINE works', async () => {
  phone = await customerPhone('friend')
  phone.setFault(request => (isSignIn(request.url) ? 'unavailable' : 'ok'))
  const page = phone.load()
  await outcome(page, 'offline')
})

test('ended campaign: shows the end screen; a customer can still open the receipts', async () => {
  phone = await customerPhone('friend')
  const customerId = await phone.register()
  await update(phone.server, 'campaign', { mode: 'ended' })
  const page = phone.load()
  await outcome(page, 'ended')
  expect(page.address()).toBe('/endCampaign')
  await soon(() => expect(page.app.session.customerId.value).toBe(customerId))
})

test('campaign not started: shows the coming-soon screen, and does not leave for LINE', async () => {
  phone = await customerPhone('not-in-client')
  await update(phone.server, 'campaign', { mode: 'pending' })
  const page = phone.load(`${ORIGIN}/receipt`)
  await outcome(page, 'pending')
  expect(page.address()).toBe('/comingsoon')
  expect(page.left).toEqual([])
})
