import { beforeEach, expect, test, vi } from 'vitest'
import { latestValue } from '#src/state/resource.ts'
import { createVisit } from '#src/state/visit.ts'
import { LOGS } from '#src/storage/keys.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'
import { customerPhone, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { someReward } from '#tests/kit/fake-data.ts'
import { profileForm, update } from '#tests/kit/server.ts'
import { specServer } from '#tests/kit/spec-server.ts'
import { quiet } from '#tests/kit/two-customers.ts'

let phone: Phone
let id: string

beforeEach(async () => {
  phone = await customerPhone('friend')
  id = await phone.register()
})

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 4000, interval: 5 })
const VISIT = 'POST /api/visit'
const home = ['GET /api/master/activity', VISIT]

/** Opens home, waits until the page is quiet, and returns the page and the calls that the server has received. */
async function openHome(url?: string, customerId = id) {
  const before = phone.delivered.length
  const page = phone.load(url)
  // The home shell opens home once the phase allows it.
  await soon(() => expect(page.app.session.phase.value.kind).toBe('ready'))
  page.app.home.open()
  await soon(() => expect(page.app.session.phase.value).toEqual({ kind: 'ready', customerId, online: true }))
  await soon(() => expect(page.app.rewards.current.value.state).toBe('ready'))
  await soon(() => expect(page.app.receipts.history.value).not.toMatchObject({ refreshing: true }))
  await soon(() => expect(latestValue(page.app.customer.current.value)?.id).toBe(customerId))
  await quiet(phone, page)
  return { page, calls: phone.delivered.slice(before).toSorted() }
}

const rows = async (table: 'log_page_view' | 'log_state', customerId = id) =>
  (await phone.server.db.selectFrom(table).selectAll().where('customer_id', '=', customerId).execute()).length
const sessions = async () => (await phone.server.db.selectFrom('session').select('id').execute()).length
const createReward = () => phone.server.call('createReward', { token: phone.token() ?? '', body: {} })

test('a first visit makes two calls, and each log arrives once', async () => {
  const { calls } = await openHome()
  expect(calls).toEqual(home)
  expect([await rows('log_page_view'), await rows('log_state')]).toEqual([1, 1])
})

test('a returning visit makes two calls and creates no session', async () => {
  await openHome()
  await createReward()
  await openHome()
  const before = await sessions()
  const { calls, page } = await openHome(`${ORIGIN}/`)
  expect(calls).toEqual(home)
  expect(latestValue(page.app.rewards.current.value)?.rights.total).toBe(1)
  expect(await sessions()).toBe(before)
  expect([await rows('log_page_view'), await rows('log_state')]).toEqual([3, 3])
})

test('a visit that goes on to other screens sends their page views in one more call', async () => {
  const { page, calls } = await openHome()
  const before = phone.delivered.length
  page.app.outbox.log({ kind: 'pageview', path: '/profile' })
  page.app.outbox.log({ kind: 'pageview', path: '/help' })
  await quiet(phone, page)
  expect([...calls, ...phone.delivered.slice(before)]).toEqual([...home, 'POST /api/log/batch'])
  expect(await rows('log_page_view')).toBe(3)
})

test('a new customer joins with at most fourteen calls', async () => {
  await phone.server.close()
  phone = await customerPhone('friend')
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value.kind).toBe('register'))
  await quiet(phone, page)
  const form = { ...profileForm, phone: '0812345678', consentTerms: 'true', consentPrivacy: 'true' } as const
  await page.app.session.register(form)
  page.app.home.open()
  await soon(() => expect(latestValue(page.app.rewards.current.value)?.rights.total).toBe(1))
  await quiet(phone, page)
  // The logs are sent once or twice, depending on when the form is sent.
  expect(phone.delivered.length, phone.delivered.join(' ')).toBeLessThanOrEqual(14)
})

test('a visit whose answer is lost is repeated, and each log counts once', async () => {
  let lost = 0
  phone.setFault(({ url }) => (url.endsWith('/api/visit') && ++lost === 1 ? 'drop-reply' : 'ok'))
  const page = phone.load()
  await soon(() => {
    page.pass(5000)
    expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true })
  })
  await quiet(phone, page)
  expect(lost).toBeGreaterThan(1)
  expect([await rows('log_page_view'), await rows('log_state')]).toEqual([1, 1])
})

test('a page that closes before the answer loses no page view, and counts none twice', async () => {
  phone.setFault(({ url }) => (url.endsWith('/api/visit') ? 'hang' : 'ok'))
  await openHomeFromCache()
  phone.setFault(() => 'ok')
  const { page } = await openHome(`${ORIGIN}/`)
  // After a minute, a page sends the events that another page left behind, together with its own next event.
  page.pass(120_000)
  page.app.outbox.log({ kind: 'pageview', path: '/help' })
  await quiet(phone, page)
  expect(await rows('log_page_view')).toBe(4)
})

/** Opens home from the cache while the visit call hangs. The next page that loads closes this page. */
async function openHomeFromCache() {
  phone.setFault(() => 'ok')
  await openHome()
  phone.setFault(({ url }) => (url.endsWith('/api/visit') ? 'hang' : 'ok'))
  const page = phone.load(`${ORIGIN}/`)
  page.app.home.open()
  await soon(() =>
    expect(phone.kv.keys('').then(keys => keys.some(key => key.startsWith(LOGS)))).resolves.toBe(true),
  )
}

test('a returning visit with an expired session makes the visit call again with LINE’s token', async () => {
  await openHome()
  await update(phone.server, 'session', { expires_at: 1 })
  const { calls } = await openHome()
  expect(calls.filter(call => call !== 'POST /api/log/batch')).toEqual([...home, VISIT])
  expect([await rows('log_page_view'), await rows('log_state')]).toEqual([2, 2])
})

test('a new name in LINE is stored, also if the visit was made with the name of the last visit', async () => {
  await openHome()
  await update(phone.server, 'customer', { line_display_name: 'เก่า' })
  phone.local.phone.set(
    'identity',
    (phone.local.phone.get('identity') ?? '').replace(/"displayName":"[^"]*"/, '"displayName":"เก่า"'),
  )
  const { page } = await openHome(`${ORIGIN}/`)
  await soon(() => expect(latestValue(page.app.customer.current.value)?.lineDisplayName).not.toBe('เก่า'))
})

test('after a write, home does not show what the visit call has brought before', async () => {
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }))
  await quiet(phone, page)
  await page.app.rewards.create()
  await page.app.rewards.load()
  expect(latestValue(page.app.rewards.current.value)?.rights.total).toBe(1)
})

test('an ended campaign gets the page view but not the state', async () => {
  await setCampaign(phone.server, { mode: 'ended' })
  const page = phone.load()
  await soon(() => expect(page.app.session.endedSignIn.value.kind).toBe('signed-in'))
  await quiet(phone, page)
  expect([(await rows('log_page_view')) > 0, await rows('log_state')]).toEqual([true, 0])
})

test('a server without the visit call gets the specification’s calls, and every log once', async () => {
  await phone.server.close()
  phone = await customerPhone('friend', { between: specServer })
  id = await phone.register()
  const { calls, page } = await openHome(undefined, id)
  expect(calls).toEqual(expect.arrayContaining(['POST /api/authorization/login', 'POST /api/customer']))
  await soon(async () => {
    page.pass(1000)
    expect([await rows('log_page_view'), await rows('log_state')]).toEqual([1, 1])
  })
  await quiet(phone, page)
  expect([await rows('log_page_view'), await rows('log_state')]).toEqual([1, 1])
})

test.each([
  ['half a minute later', 30_000],
  ['after the clock was set back', -30_000],
])('a part of the answer is not used %s', async (_, later) => {
  const clock = virtualClock(1_000_000)
  const reads = { fresh: async (_read: unknown, _copy: unknown, given?: () => unknown) => given?.() }
  const tabs = { listen: () => () => {} }
  const visit = createVisit({ reads, clock, tabs } as unknown as Parameters<typeof createVisit>[0])
  const value = { customerId: id, reward: { etag: '"r"', value: someReward } }
  const read = { route: 'getReward', name: 'reward', owner: id } as const
  async function rewardAfter(ms: number) {
    visit.begin(Promise.resolve({ ok: true, value, headers: new Headers() }) as never, id)
    await settle()
    clock.jump(ms)
    return visit.reads.fresh(read, null)
  }
  expect(await rewardAfter(later - Math.sign(later))).toMatchObject({ value: someReward })
  expect(await rewardAfter(later)).toBeNull()
})
