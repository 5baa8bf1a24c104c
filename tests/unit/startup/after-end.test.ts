import { expect, test, vi } from 'vitest'
import { latestValue } from '#src/state/resource.ts'
import { privatePrefix } from '#src/storage/keys.ts'
import { type AppPage, customerPhone, isSignIn, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { update } from '#tests/kit/rows.ts'

let phone: Phone

const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 5000, interval: 5 })
const signIn = (page: AppPage) => page.app.session.endedSignIn.value
const until = (page: AppPage, kind: string) => soon(() => expect(signIn(page).kind).toBe(kind))
const customers = () => phone.server.db.selectFrom('customer').select(['id', 'status']).execute()

async function endCampaign(more: object = {}) {
  await update(phone.server, 'campaign', { mode: 'ended', ...more })
}

/** Creates a phone whose LINE user has registered, and then ends the campaign. */
async function afterTheEnd(scenario: Parameters<typeof customerPhone>[0] = 'friend', more: object = {}) {
  phone = await customerPhone(scenario)
  const customerId = await phone.register()
  await endCampaign(more)
  return customerId
}

/** Returns the URL of a path of the app, with the credentials that LINE adds when it launches the app. */
const launched = (path: string) => `${ORIGIN}${path}${new URL(phone.headless.url()).hash}`

test('shows the end screen first, and signs the customer in behind it without posting or reading the customer', async () => {
  const customerId = await afterTheEnd()
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value).toEqual({ kind: 'ended' }))
  expect([page.address(), page.app.session.customerId.value]).toEqual(['/endCampaign', null])
  await until(page, 'signed-in')
  expect(page.app.session.customerId.value).toBe(customerId)
  await page.app.rewards.create()
  expect(latestValue(page.app.rewards.current.value)).toBeNull()
  expect(phone.delivered).not.toContain('POST /api/customer')
})

test.each(['/confirm', '/watingAnouncer', '/qrcode', '/receiptHistory', '/receiptHistory?liff.hback=2'])(
  'a link to %s arrives after the end',
  async path => {
    const customerId = await afterTheEnd()
    const page = phone.load(launched(path))
    await until(page, 'signed-in')
    expect([page.address(), page.app.session.customerId.value]).toEqual([path.split('?')[0], customerId])
  },
)

/** Loads a page, waits for this outcome of the sign-in, and returns the number of login calls. */
async function loginsUntil(kind: string, url: string): Promise<number> {
  const before = phone.delivered.length
  await until(phone.load(url), kind)
  return phone.delivered.slice(before).filter(isSignIn).length
}

test('makes one login per visit, also if startup has already logged in with the token in LINE’s URL', async () => {
  await afterTheEnd()
  expect(await loginsUntil('signed-in', phone.headless.url())).toBe(1)
  await phone.headless.open()
  expect(await loginsUntil('signed-in', launched('/confirm'))).toBe(1)
})

test('makes one login per visit for LINE users who have not registered', async () => {
  phone = await customerPhone('friend')
  await phone.headless.open()
  await endCampaign()
  expect(await loginsUntil('not-registered', phone.headless.url())).toBe(1)
})

test('makes a login of its own if the early one did not reach the server', async () => {
  await afterTheEnd()
  let lost = 0
  phone.setFault(({ url }) => {
    if (!isSignIn(url) || lost > 0) return 'ok'
    lost += 1
    return 'drop-request'
  })
  expect(await loginsUntil('signed-in', phone.headless.url())).toBe(1)
  expect(lost).toBe(1)
})

test('outside LINE, offers to open the same screen in LINE, and neither leaves the page nor logs in', async () => {
  await afterTheEnd('not-in-client')
  const page = phone.load(`${ORIGIN}/confirm?logstate=chat`)
  await until(page, 'open-line')
  const url = 'https://liff.line.me/2000000001-Campaign/confirm?logstate=chat'
  expect(signIn(page)).toEqual({ kind: 'open-line', url })
  expect([page.left, page.address()]).toEqual([[], '/confirm?logstate=chat'])
  expect(phone.delivered.filter(isSignIn)).toEqual([])
  page.app.session.retry()
  await soon(() => expect(page.left).toEqual([url]))
})

test('outside LINE, if the campaign allows it, LINE Login returns to the same screen and loses its parameters', async () => {
  const customerId = await afterTheEnd('not-in-client', { allow_external_browser: 1 })
  const page = phone.load(`${ORIGIN}/confirm`)
  await until(page, 'ask')
  expect(phone.headless.recorded.navigations).toEqual([])
  page.app.session.retry()
  await soon(() => expect(phone.headless.recorded.navigations).toHaveLength(1))
  const authorize = new URL(phone.headless.recorded.navigations.at(-1) ?? '')
  expect(authorize.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/confirm`)
  const back = phone.load(await phone.headless.completeLogin())
  expect(back.address()).toContain('code=')
  await until(back, 'signed-in')
  expect([back.address(), back.app.session.customerId.value]).toEqual(['/confirm', customerId])
})

test('LINE Login that returns to home after the end is finished behind the end screen', async () => {
  const customerId = await afterTheEnd('not-in-client', { allow_external_browser: 1 })
  const page = phone.load(`${ORIGIN}/`)
  await until(page, 'ask')
  page.app.session.retry()
  await soon(() => expect(phone.headless.recorded.navigations).toHaveLength(1))
  const back = phone.load(await phone.headless.completeLogin())
  await until(back, 'signed-in')
  // The end screen opens while the URL still has the parameters of the unfinished login.
  expect(back.addresses).toContainEqual(expect.stringMatching(/^\/endCampaign\?.*code=/))
  expect([back.address(), back.app.session.customerId.value]).toEqual(['/endCampaign', customerId])
})

test('after a declined LINE Login, offers the login again without the error in the URL', async () => {
  const spy = vi.spyOn(console, 'error').mockReturnValue(undefined)
  phone = await customerPhone('first-consent')
  phone.headless.patch({ environment: { kind: 'external' } })
  await endCampaign({ allow_external_browser: 1 })
  const page = phone.load(`${ORIGIN}/endCampaign`)
  await until(page, 'ask')
  page.app.session.retry()
  await soon(() => expect(phone.headless.recorded.navigations).toHaveLength(1))
  const back = phone.load(await phone.headless.denyLogin())
  await soon(() => expect(back.address()).toBe('/endCampaign'))
  phone.headless.reload(`${ORIGIN}/endCampaign`)
  await until(back, 'refused')
  back.app.session.retry()
  await soon(() => expect(signIn(back)).toEqual({ kind: 'ask', how: 'login' }))
  expect(back.left).toEqual([])
  spy.mockRestore()
})

test('says that a LINE account is not registered, and creates no customer', async () => {
  phone = await customerPhone('friend')
  await endCampaign()
  const page = phone.load()
  await until(page, 'not-registered')
  page.app.session.retry()
  await until(page, 'not-registered')
  expect([await customers(), page.app.session.customerId.value, page.left]).toEqual([[], null, []])
})

test('deletes the cached data of a customer who has left the campaign on another phone', async () => {
  phone = await customerPhone('friend')
  const customerId = await phone.register()
  const before = phone.load()
  await soon(() => expect(before.app.session.phase.value.kind).toBe('ready'))
  await before.app.rewards.create()
  await soon(async () => expect(await phone.kv.keys(privatePrefix(customerId))).not.toEqual([]))
  const reply = await phone.server.call('cancel', { token: phone.token() ?? '', body: { confirm: true } })
  expect(reply.status).toBe(200)
  await endCampaign()
  await phone.headless.open()
  const page = phone.load()
  await soon(() => expect(signIn(page)).toEqual({ kind: 'not-registered', left: true }))
  expect(page.app.session.customerId.value).toBeNull()
  await soon(async () => expect(await phone.kv.keys(privatePrefix(customerId))).toEqual([]))
})

test('does not need the official account as a friend after the end', async () => {
  const customerId = await afterTheEnd('not-friend')
  const page = phone.load()
  await until(page, 'signed-in')
  expect([page.left, page.app.session.customerId.value]).toEqual([[], customerId])
})

test('reads the profile from LINE if the ID token has no name', async () => {
  const customerId = await afterTheEnd('no-openid-scope')
  const page = phone.load()
  await until(page, 'signed-in')
  expect(page.app.session.customerId.value).toBe(customerId)
})

test('asks the customer before it renews an expired token, and renews it at most twice in ten minutes', async () => {
  await afterTheEnd('expired-id-token-stuck')
  // This URL lacks the new token in LINE's launch URL, with which startup would log in.
  const reopened = `${ORIGIN}/endCampaign`
  for (let round = 0; round < 2; round += 1) {
    const page = phone.load(reopened)
    await soon(() => expect(signIn(page)).toEqual({ kind: 'ask', how: 'renew' }))
    expect(page.left).toEqual([])
    page.app.session.retry()
    await soon(() => expect(page.left).toEqual(['reload']))
    await phone.headless.open()
  }
  const page = phone.load(reopened)
  await until(page, 'ask')
  page.app.session.retry()
  await soon(() => expect(signIn(page)).toEqual({ kind: 'refused', code: 'LINE_TOKEN_EXPIRED' }))
  expect(page.left).toEqual([])
})

test('while the server is down, keeps trying, and shows the customer that it knows', async () => {
  phone = await customerPhone('friend')
  const customerId = await phone.register()
  const before = phone.load()
  await soon(() => expect(before.app.session.phase.value.kind).toBe('ready'))
  await endCampaign()
  await phone.headless.open()
  phone.setFault(request => (isSignIn(request.url) ? 'unavailable' : 'ok'))
  const page = phone.load()
  await until(page, 'unreachable')
  expect(page.app.session.customerId.value).toBe(customerId)
  phone.setFault(() => 'ok')
  await soon(() => {
    page.pass(60_000)
    expect(signIn(page).kind).toBe('signed-in')
  })
})

test('after the end, a server that asks for a minute gets no other sign-in in that minute', async () => {
  phone = await customerPhone('friend')
  await endCampaign()
  const signIns: string[] = []
  phone.setFault(({ url }) => {
    if (!isSignIn(url)) return 'ok'
    signIns.push(url)
    return 'wait-a-minute'
  })
  const page = phone.load()
  await until(page, 'unreachable')
  const first = signIns.length
  for (let second = 0; second < 55; second += 1) {
    page.pass(1000)
    page.show()
    await new Promise(setImmediate)
  }
  expect(signIns).toHaveLength(first)
  page.pass(15_000)
  await soon(() => expect(signIns).toHaveLength(first + 1))
})

test('without a network, opens the end screen with the cached customer, and signs in when the network is back', async () => {
  phone = await customerPhone('friend')
  const customerId = await phone.register()
  await endCampaign()
  await until(phone.load(), 'signed-in')
  await phone.headless.open()
  phone.headless.patch({ network: { kind: 'offline' } })
  phone.setFault(() => 'drop-request')
  const page = phone.load()
  await until(page, 'unreachable')
  expect([page.app.session.phase.value.kind, page.app.session.customerId.value]).toEqual([
    'ended',
    customerId,
  ])
  phone.headless.patch({ network: { kind: 'online' } })
  phone.setFault(() => 'ok')
  await soon(() => {
    page.pass(60_000)
    expect(signIn(page).kind).toBe('signed-in')
  })
})

test('asks a known customer outside LINE to sign in only once the stored session has expired', async () => {
  phone = await customerPhone('friend')
  await phone.register()
  const before = phone.load()
  await soon(() => expect(before.app.session.phase.value.kind).toBe('ready'))
  await endCampaign()
  phone.headless.patch({ environment: { kind: 'external' } })
  const page = phone.load(`${ORIGIN}/`)
  await until(page, 'open-line')
  await page.app.customer.load()
  expect([page.app.customer.current.value.state, page.app.session.signInNeeded.value]).toEqual([
    'ready',
    false,
  ])
  await phone.server.call('deleteSessions', { token: phone.token() ?? '' })
  await page.app.customer.load()
  expect(page.app.session.signInNeeded.value).toBe(true)
})

test('leaves the end screen when the organiser opens the campaign again and the customer tries again', async () => {
  const customerId = await afterTheEnd()
  const page = phone.load()
  await until(page, 'signed-in')
  await update(phone.server, 'campaign', { mode: 'open' })
  page.app.session.retry()
  await soon(() => expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', customerId }))
  expect(page.address()).toBe('/')
})
