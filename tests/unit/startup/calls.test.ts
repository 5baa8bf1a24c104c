import { expect, test, vi } from 'vitest'
import { type AppPage, customerPhone, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { soon } from '#tests/kit/in-time.ts'
import { update } from '#tests/kit/rows.ts'

let phone: Phone

/** Opens the app, waits until the server has received the wanted calls, and returns them in order. */
async function callsOf(url: string, wanted: readonly string[]): Promise<{ page: AppPage; calls: string[] }> {
  const before = phone.delivered.length
  const page = phone.load(url)
  const calls = () => phone.delivered.slice(before).filter(call => wanted.includes(call))
  await vi.waitFor(
    () => {
      page.pass(10_000)
      expect(new Set(calls())).toEqual(new Set(wanted))
    },
    { timeout: 5000, interval: 5 },
  )
  return { page, calls: [...new Set(calls())] }
}

const signingIn = ['GET /api/master/activity', 'POST /api/visit'] as const

test('calls activity first, then makes the visit call, which logs and loads the customer', async () => {
  phone = await customerPhone('friend')
  const id = await phone.register()
  const { page, calls } = await callsOf(`${ORIGIN}/thanks${new URL(phone.headless.url()).hash}`, signingIn)
  await soon(() => expect(page.app.customer.current.value).toMatchObject({ value: { id } }))
  page.pass(60_000)
  expect(calls).toEqual(signingIn)
  const { db } = phone.server
  const views = await db.selectFrom('log_page_view').select('path').where('customer_id', '=', id).execute()
  const states = await db.selectFrom('log_state').select('os').where('customer_id', '=', id).execute()
  expect([views, states.length]).toEqual([[{ path: '/thanks' }], 1])
})

test('a registered customer who opens /register goes home; reward and answers are created and loaded', async () => {
  phone = await customerPhone('friend')
  await phone.register()
  const reward = ['POST /api/reward', 'GET /api/reward', 'GET /api/answer/customerHistory'] as const
  const { page, calls } = await callsOf(`${ORIGIN}/register${new URL(phone.headless.url()).hash}`, [
    ...signingIn,
    ...reward,
  ])
  expect(page.address()).toBe('/')
  const at = (call: string) => calls.indexOf(call)
  expect(at('POST /api/reward')).toBeGreaterThan(at('POST /api/visit'))
})

test('home reads a new customer’s reward after it was created: no call gets a 404', async () => {
  phone = await customerPhone('friend')
  await phone.register()
  const reads = ['POST /api/visit', 'POST /api/reward', 'GET /api/reward'] as const
  const page = phone.load(`${ORIGIN}/register${new URL(phone.headless.url()).hash}`)
  await vi.waitFor(() => expect(page.app.session.phase.value.kind).toBe('ready'), {
    timeout: 5000,
    interval: 5,
  })
  page.app.home.open()
  const calls = () => phone.delivered.filter(call => reads.some(one => one === call))
  await vi.waitFor(() => expect(calls()).toHaveLength(reads.length), { timeout: 5000, interval: 5 })
  expect(calls()).toEqual(reads)
  expect(phone.statuses.filter(({ status }) => status === 404)).toEqual([])
})

/** The paths of LINE's API that the SDK requests while it initialises. */
const sdkInit = {
  friend: ['/oauth2/v2.1/verify', '/oauth2/v2.1/certs'],
  'not-in-client': ['/liff/v2/apps/2000000001-Campaign/contextToken'],
}

test.each([
  ['ended', 'friend', '/endCampaign'],
  ['ended', 'not-in-client', '/endCampaign'],
  ['pending', 'friend', '/comingsoon'],
  ['pending', 'not-in-client', '/comingsoon'],
] as const)(
  '%s campaign, %s: of LINE, only the SDK’s init is called, and it changes nothing',
  async (mode, scenario, path) => {
    phone = await customerPhone(scenario)
    await update(phone.server, 'campaign', { mode })
    const before = phone.headless.requests().length
    const page = phone.load()
    await soon(() => expect(page.app.session.phase.value).toEqual({ kind: mode }))
    await page.line.init()
    const calls = phone.headless
      .requests()
      .slice(before)
      .filter(({ via }) => via === 'phone')
    const paths = calls.map(({ url }) => new URL(url)).filter(({ host }) => host === 'api.line.me')
    expect(paths.map(({ pathname }) => pathname)).toEqual(sdkInit[scenario])
    expect([page.app.session.phase.value, page.address(), page.left]).toEqual([{ kind: mode }, path, []])
  },
)
