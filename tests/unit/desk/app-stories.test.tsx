import { expect, test, vi } from 'vitest'
import { SESSION_MS } from '#contract/desk/limits.ts'
import { pages } from '#desk/pages.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, update } from '#tests/kit/server.ts'
import { announceWinners } from '#tests/kit/winners.ts'

const world = eachTest(deskWorld)

/** Longer than the page's automatic retries take, in milliseconds. */
const ALL_TRIES_MS = 10_000

test('a role sees the pages of its rights, starts with the first one, and finds no others', async () => {
  const page = await world.open('/', 'reviewer')
  expect([page.path(), document.title]).toEqual(['/review', 'Review receipts · Desk'])
  const menu = [...document.querySelectorAll('nav a')].map(link => link.getAttribute('href'))
  expect(menu).toEqual(['/review', '/account'])
  await page.leave()
  const other = await world.open('/people', 'reviewer')
  expect(other.text()).toContain('This page does not exist')
  expect(other.network.count('people')).toBe(0)
  expect(pages.filter(({ permission }) => permission === null).map(({ path }) => path)).toEqual(['/account'])
})

test('the language is kept, and the title of the browser’s tab follows it', async () => {
  const page = await world.open('/account', 'reviewer')
  expect([document.title, document.documentElement.lang]).toEqual(['My account · Desk', 'en'])
  await page.press('ไทย')
  expect([document.title, document.documentElement.lang]).toEqual(['บัญชีของฉัน · ระบบหลังบ้าน', 'th'])
  expect(localStorage.getItem('language')).toBe('th')
})

test('a lost connection takes neither the page nor what was typed, and is over by itself', async () => {
  vi.useFakeTimers()
  const page = await world.open('/account', 'reviewer')
  await page.type('Name of the device', 'Phone')
  page.network.breakBy(() => 'request-lost')
  page.network.forget()
  await page.comeBack()
  await page.pass(ALL_TRIES_MS)
  expect(page.network.count('me')).toBe(3)
  expect(page.field('Name of the device').value).toBe('Phone')
  expect(page.alerts()[0]).toContain('The server cannot be reached')
  page.network.breakBy(() => 'arrives')
  await page.comeBack()
  expect([page.alerts(), page.field('Name of the device').value]).toEqual([[], 'Phone'])
})

test('a refusal is not tried again', async () => {
  vi.useFakeTimers()
  const page = await world.openPage('/account', 'reviewer')
  page.network.forget()
  page.network.answerBy(name =>
    name === 'sessions' ? Response.json({ error: 'UNAVAILABLE', requestId: 'x' }, { status: 503 }) : null,
  )
  await page.comeBack()
  await page.pass(ALL_TRIES_MS)
  expect(page.network.count('sessions')).toBe(1)
  expect(page.alerts()[0]).toContain('The system is not ready')
})

test('numbers that cannot be read again stay, with the reason above them', async () => {
  vi.useFakeTimers()
  // The charts draw nothing in elements without a size, so every element gets one.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 200))
  const page = await world.openPage('/today', 'manager')
  for (const [tab, title] of [
    ['Whole campaign', 'Stock of rewards by day'],
    ['Customers’ phones', 'Customers’ phones in 24 hours'],
  ] as const) {
    page.network.breakBy(() => 'arrives')
    await page.press(tab)
    expect(page.has('h3', title)).toBe(true)
    page.network.breakBy(() => 'request-lost')
    await page.comeBack()
    await page.pass(ALL_TRIES_MS)
    // One alert is about the to-do list, the other about the numbers.
    expect(page.alerts()).toHaveLength(2)
    expect(page.has('h3', title)).toBe(true)
  }
})

test('an answer of something else than the server is a lost connection, and no refusal breaks the page', async () => {
  const page = await world.openPage('/people', 'manager')
  await page.press('Invite a person')
  await page.type('Name', 'Suda')
  const answers: (() => Response)[] = [
    () => new Response('<title>Wi-Fi</title>', { headers: { 'Content-Type': 'text/html' } }),
    () => new Response('{"token":"cut o'),
    () => new Response('bad gateway', { status: 502 }),
    () => Response.json({ message: 'no upstream' }, { status: 502 }),
    () => Response.json({ error: 'A_NEW_CODE', requestId: 'x' }, { status: 409 }),
    () => Response.json({ error: 'REFUSED', detail: 'A_NEW_RULE', requestId: 'x' }, { status: 409 }),
    () => Response.json({ error: 'INTERNAL', requestId: 'abc' }, { status: 500 }),
  ]
  const alerts: string[] = []
  for (const answer of answers) {
    page.network.answerBy(name => (name === 'invite' ? answer() : null))
    await page.press('Invite a person')
    alerts.push(page.alerts().at(-1) ?? 'none')
  }
  const lost = 'The server cannot be reached. Check the network and try again.'
  expect(alerts).toEqual([
    ...[lost, lost, lost, lost],
    'This page has failed. Open it again.',
    'A rule of the campaign does not allow this (A_NEW_RULE).',
    'The server has failed (code abc).',
  ])
})

test('a session that ends while a page polls leads to the sign-in, and then back to the page', async () => {
  vi.useFakeTimers()
  const page = await world.open('/approvals', 'support')
  world.clock.advance(SESSION_MS)
  await page.pass(15_000)
  expect(page.text()).toContain('Sign in with a passkey')
  expect(page.has('nav a', 'Approvals')).toBe(false)
  page.passkey.cancel = true
  await page.press('Sign in with a passkey')
  expect(page.alerts()).toEqual(['No passkey was used, so nothing has changed.'])
  page.passkey.cancel = false
  await page.press('Sign in with a passkey')
  expect([page.path(), page.has('nav a', 'Approvals')]).toEqual(['/approvals', true])
})

test('who signs in after another person’s session finds nothing of what that person read or searched', async () => {
  const who = await world.server.signIn()
  vi.useFakeTimers()
  const page = await world.open('/customers', 'support')
  await page.type('Find customers', 'สมชาย')
  await page.press('Find')
  expect(page.has('a', 'สมชาย ใจดี')).toBe(true)
  world.clock.advance(SESSION_MS)
  await page.press('Find')
  expect(page.text()).toContain('Sign in with a passkey')
  const { token } = await world.invite('Other', 'support')
  const { body } = await page.browser.call('invitationOptions', { body: { token } })
  const response = page.browser.authenticator.create(body.options)
  await page.browser.call('acceptInvitation', { body: { token, response } })
  await page.press('Sign in with a passkey')
  expect(page.text()).toContain('Other')
  expect([page.field('Find customers').value, page.text().includes('สมชาย')]).toEqual(['', false])
  const kept = page.client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])
  expect(kept).not.toContain('kept')
  expect(who.customerId).not.toBe('')
})

test('a search is kept while a customer is looked at, and “Find” searches again', async () => {
  const who = await world.server.signIn()
  const page = await world.open('/customers', 'support')
  await page.press('Find')
  expect(page.network.count('findCustomers')).toBe(0)
  await page.type('Find customers', ' สมชาย ')
  await page.press('Find')
  await page.press('สมชาย ใจดี')
  expect(page.path()).toBe(`/customers/${who.customerId}`)
  await page.press('Back to the search')
  expect([page.field('Find customers').value, page.has('a', 'สมชาย ใจดี')]).toEqual(['สมชาย', true])
  await update(world, 'customer', { first_name: 'ใหม่', last_name: 'จริง' })
  await page.press('Find')
  expect(page.has('a', 'ใหม่ จริง') || page.text().includes('No customer matches')).toBe(true)
})

test('signing out ends the session and opens the page anew, also without a connection', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  const page = await world.open('/account', 'reviewer')
  page.network.breakBy(() => 'request-lost')
  await page.press('Sign out')
  page.network.breakBy(() => 'arrives')
  await page.press('Sign out')
  expect(replace.mock.calls).toEqual([['/'], ['/']])
  expect((await page.browser.call('me')).status).toBe(401)
})

test('the passkey of an invitation is created once; a cancelled prompt can be repeated', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  const { token } = await world.invite('Suda', 'reviewer')
  const page = await world.open(`/invitation#${token}`, world.browser())
  expect(document.title).toBe('Invitation for Suda · Desk')
  page.passkey.cancel = true
  await page.press('Create a passkey')
  expect([page.alerts(), replace.mock.calls]).toEqual([['No passkey was used, so nothing has changed.'], []])
  page.passkey.cancel = false
  await page.comeBack()
  await page.press('Create a passkey')
  expect([page.network.count('invitationOptions'), page.network.count('acceptInvitation')]).toEqual([3, 1])
  expect(replace.mock.calls).toEqual([['/']])
  expect((await page.browser.call('me')).body).toMatchObject({ name: 'Suda' })
})

test('a page of receipts that fails to load leaves those before it, and comes with the next press', async () => {
  await setCampaign(world.server, { max_receipts_per_day: 1000 })
  const who = await world.server.signIn()
  for (let sent = 0; sent < 11; sent++) await sendReceipt(world.server, who)
  vi.useFakeTimers()
  const page = await world.openPage(`/customers/${who.customerId}`, 'support')
  await page.press('Receipts')
  const shown = () => new Set(page.text().match(/No\. BD-\d+-000/g)).size
  expect(shown()).toBe(10)
  page.network.breakBy(() => 'answer-lost')
  await page.press('Show more')
  await page.pass(ALL_TRIES_MS)
  expect(shown()).toBe(10)
  expect(page.alerts()[0]).toContain('The server cannot be reached')
  page.network.breakBy(() => 'arrives')
  await page.press('Show more')
  expect([shown(), page.has('button', 'Show more'), page.alerts()]).toEqual([11, false, []])
})

test('the answer for an earlier filter never replaces that of the newest one, and the list keeps its filter', async () => {
  await announceWinners(world.server, ['confirmed', 'won', 'confirmed', 'declined', 'confirmed', 'reserve'])
  const page = await world.open('/winners', 'support')
  expect(page.text()).toContain('6 people shown')
  const release = page.network.hold('winners')
  await page.type('Show', 'confirmed')
  page.network.hold('winners')
  release()
  await page.leave()
  const again = await world.open('/winners', 'support')
  const first = again.network.hold('winners')
  await again.type('Show', 'confirmed')
  await again.type('Show', 'declined')
  first()
  await again.settle()
  expect(again.text()).toContain('1 people shown')
  await again.press('สมชาย ใจดี')
  await again.press('Back to the winners')
  expect(again.field('Show').value).toBe('declined')
})
