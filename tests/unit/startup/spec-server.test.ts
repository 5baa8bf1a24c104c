import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { requests } from '#contract/calls/generated/requests.ts'
import { latestValue } from '#src/state/resource.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { type AppPage, customerPhone, type Phone } from '#tests/kit/customer-phone.ts'
import { profileForm, rowsOf, update } from '#tests/kit/server.ts'
import { SPEC_CALLS, specServer } from '#tests/kit/spec-server.ts'

/** Tests the main journeys with a server that has only the 21 calls of spec S7 and answers anything else with 404. */

let phone: Phone
beforeEach(async () => {
  phone = await customerPhone('friend', { between: specServer })
})

const soon = (check: () => void) => vi.waitFor(check, { timeout: 3000, interval: 5 })

const calls = (line: string) => phone.delivered.filter(delivered => delivered === line).length

async function opened(): Promise<AppPage> {
  await phone.register()
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }))
  return page
}

/** Waits until the answer to a write is known, letting the page's timers run. */
async function settled<T>(page: AppPage, work: Promise<T>): Promise<T> {
  let over = false
  const end = () => {
    over = true
  }
  work.then(end, end)
  await soon(() => {
    page.pass(100)
    expect(over).toBe(true)
  })
  return work
}

test('a new customer registers with an address from the three lists', async () => {
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value.kind).toBe('register'))
  const { master } = page.app
  await settled(page, master.load())
  expect(master.provinces.value).toHaveLength(77)
  expect(master.stores.value.length).toBeGreaterThan(0)
  const province = master.provinces.value.find(({ nameTh }) => nameTh === 'กรุงเทพมหานคร')
  master.districts(province?.id ?? 0)
  await soon(() => expect(master.districts(province?.id ?? 0)).toHaveLength(50))
  const district = master.districts(province?.id ?? 0)[0]
  master.subdistricts(district?.id ?? 0)
  await soon(() => expect(master.subdistricts(district?.id ?? 0).length).toBeGreaterThan(0))
  const subdistrict = master.subdistricts(district?.id ?? 0)[0]
  expect(master.state.value.state).toBe('ready')
  const reply = await page.app.session.register({
    firstName: 'สมหญิง',
    lastName: 'ใจดี',
    phone: '0812345678',
    birthDate: '1990-05-17',
    gender: 'female',
    addressLine: '99/1 ถนนหน้าพระลาน',
    provinceId: String(province?.id),
    districtId: String(district?.id),
    subdistrictId: String(subdistrict?.id),
    postalCode: subdistrict?.postalCode ?? '',
    consentTerms: 'true',
    consentPrivacy: 'true',
  })
  expect(reply.ok).toBe(true)
  expect(page.address()).toBe('/')
  await soon(() => expect(latestValue(page.app.rewards.current.value)?.items.length).toBeGreaterThan(0))
  expect(calls('GET /api/master/all')).toBe(1)
})

test('a reward that was not created because its call was lost is created once, at the next visit', async () => {
  // Our own registration creates the reward. A server with only the specification's calls leaves that to the app.
  phone = await customerPhone('friend', {
    between: fetch =>
      specServer(async request => {
        const response = await fetch(request)
        if (request.url.endsWith('/api/authorization/register'))
          await phone.server.db.deleteFrom('reward').execute()
        return response
      }),
  })
  const first = phone.load()
  await soon(() => expect(first.app.session.phase.value.kind).toBe('register'))
  phone.setFault(({ method, url }) =>
    method === 'POST' && url.endsWith('/api/reward') ? 'drop-request' : 'ok',
  )
  const consents = { consentTerms: 'true', consentPrivacy: 'true' } as const
  const form = { ...profileForm, ...consents, phone: '0812345678' } as Parameters<
    typeof first.app.session.register
  >[0]
  expect(await settled(first, first.app.session.register(form))).toMatchObject({ ok: true })
  await soon(() => expect(latestValue(first.app.answers.history.current.value)).toEqual([]))
  const rewards = () => rowsOf(phone.server, 'reward')
  expect(await rewards()).toEqual([])
  phone.setFault(() => 'ok')
  for (let visit = 0; visit < 3; visit += 1) {
    await phone.headless.open()
    const page = phone.load()
    await soon(() => expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }))
    page.app.home.open()
    await soon(() => expect(page.app.session.welcoming()).toBeNull())
    await soon(() => expect(latestValue(page.app.rewards.current.value)?.items.length).toBeGreaterThan(0))
  }
  expect(await rewards()).toHaveLength(1)
  expect(calls('POST /api/reward')).toBe(1)
})

test('a customer who has not joined gets no reward, and neither does one after the end', async () => {
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value.kind).toBe('register'))
  await phone.register()
  await phone.server.db.deleteFrom('reward').execute()
  await setCampaign(phone.server, { mode: 'ended' })
  await phone.headless.open()
  const next = phone.load()
  await soon(() => expect(next.address()).toBe('/endCampaign'))
  await soon(() => expect(next.app.session.endedSignIn.value.kind).toBe('signed-in'))
  await settled(next, next.app.rewards.load())
  expect(calls('POST /api/reward')).toBe(0)
})

test('lists that were loaded before are used without a network', async () => {
  const page = await opened()
  await settled(page, page.app.master.load())
  page.app.master.districts(10)
  await soon(() => expect(page.app.master.districts(10)).toHaveLength(50))
  page.pass(0)
  await soon(() => expect(calls('GET /api/master/district')).toBe(1))
  const again = phone.load()
  await settled(again, again.app.master.load())
  again.app.master.districts(10)
  await soon(() => expect(again.app.master.districts(10)).toHaveLength(50))
  expect(calls('GET /api/master/province')).toBe(1)
  expect(calls('GET /api/master/district')).toBe(1)
})

test('home and the receipt screens say that the campaign takes no receipts, and ask the server once', async () => {
  const page = await opened()
  const { receipts, home } = page.app
  home.open()
  await soon(() => expect(receipts.offered.value).toBe(false))
  expect(receipts.history.value).toMatchObject({ state: 'failed', failure: { kind: 'missing' }, value: null })
  home.open()
  await settled(page, receipts.load())
  page.pass(120_000)
  await soon(() => expect(latestValue(page.app.customer.current.value)).not.toBeNull())
  expect(calls('GET /api/receipt/customerHistory')).toBe(1)
})

test('an answer is sent and listed although the server has no call for the question', async () => {
  const page = await opened()
  const { answers } = page.app
  await settled(page, Promise.all([answers.question.load(), answers.last.load()]))
  expect(answers.question.current.value).toMatchObject({ state: 'failed', failure: { kind: 'missing' } })
  expect(await settled(page, answers.send('รสลิ้นจี่'))).toMatchObject({ state: 'received' })
  await settled(page, answers.history.load())
  expect(latestValue(answers.history.current.value)).toMatchObject([{ answerText: 'รสลิ้นจี่' }])
  await soon(() => expect(latestValue(answers.last.current.value)?.answerText).toBe('รสลิ้นจี่'))
})

test('a reward is used, and the personal code and the draw are not offered', async () => {
  const page = await opened()
  const { rewards, draws } = page.app
  await settled(page, rewards.create())
  const used = await settled(page, rewards.use('welcome', {}))
  expect(used).toMatchObject({ ok: true, value: { reward: { items: [{ state: 'used' }, {}, {}, {}, {}] } } })
  await settled(page, rewards.qr.load())
  expect(rewards.qr.current.value).toMatchObject({ state: 'failed', failure: { kind: 'missing' } })
  const draw = await settled(page, draws.get('01938000-0000-7000-8000-0000000000b1'))
  expect(draw).toMatchObject({ ok: false, failure: { kind: 'missing' } })
})

test('answers that the specification does not show do not look like a lost connection', async () => {
  const page = await opened()
  const { rewards, outbox } = page.app
  const seen = new Set<string>()
  onTestFinished(outbox.connection.subscribe(state => void seen.add(state)))
  await settled(page, rewards.create())
  for (let n = 0; n < 3; n += 1) {
    outbox.log({ kind: 'pageview', path: `/help?${n}` })
    await settled(page, rewards.use('welcome', {}))
  }
  expect(seen).not.toContain('unreachable')
  expect(outbox.strangerAnswers.value).toBe(false)
})

test('a winner confirms the prize', async () => {
  const page = await opened()
  await settled(page, page.app.rewards.create())
  const { db, clock } = phone.server
  await update({ db }, 'reward', { draw_state: 'won', draw_rank: 1 })
  await setCampaign(phone.server, { announced_at: clock.now() - 1 })
  expect(await settled(page, page.app.rewards.confirm(true))).toMatchObject({ state: 'received' })
  const states = db.selectFrom('reward').select('draw_state')
  expect(await states.execute()).toEqual([{ draw_state: 'confirmed' }])
})

test.each(['our server', 'nothing'])(
  'JSON that a gateway in front of %s sends accepts no write',
  async behind => {
    const inFront: { paths: readonly string[] } = { paths: [] }
    phone = await customerPhone('friend', {
      between: fetch => request =>
        inFront.paths.some(path => request.url.includes(path)) ? Response.json({}) : fetch(request),
    })
    const page = await opened()
    await settled(page, page.app.rewards.create())
    inFront.paths = behind === 'nothing' ? ['/api/'] : ['/api/authorization/cancel', '/api/reward/use']
    const { session, rewards } = page.app
    const replies = await settled(page, Promise.all([session.cancel({}), rewards.use('welcome', {})]))
    expect(replies.map(({ ok }) => ok)).toEqual([false, false])
    expect(page.app.session.phase.value.kind).toBe('ready')
  },
)

test('the profile is changed and the marketing consent withdrawn, but not given again', async () => {
  const page = await opened()
  const { customer } = page.app
  await settled(page, customer.load())
  const version = latestValue(customer.current.value)?.version
  const saved = await settled(page, customer.save({ firstName: 'มะลิ' }, version))
  expect(saved).toMatchObject({ state: 'received' })
  // The server has stored the name, but spec S3 does not name the field in which the server would return it.
  const names = phone.server.db.selectFrom('customer').select('first_name')
  expect(await names.execute()).toEqual([{ first_name: 'มะลิ' }])
  await soon(() => expect(latestValue(customer.current.value)).toMatchObject({ firstName: null, version: 0 }))
  expect(await settled(page, customer.setMarketing(null))).toMatchObject({ ok: true })
  expect(await settled(page, customer.setMarketing(MARKETING_VERSION))).toMatchObject({
    failure: { kind: 'missing' },
  })
})

test('the state and every page view arrive by their own calls, once each', async () => {
  const page = await opened()
  for (const path of ['/answer', '/profile']) page.app.outbox.log({ kind: 'pageview', path })
  const stored = async () =>
    (await phone.server.db.selectFrom('log_page_view').select('path').execute()).map(({ path }) => path)
  await vi.waitFor(
    async () => {
      page.pass(1000)
      expect(await stored()).toEqual(['/', '/answer', '/profile'])
    },
    { timeout: 3000, interval: 5 },
  )
  const states = await phone.server.db.selectFrom('log_state').select('state').execute()
  expect(states).toHaveLength(1)
  expect(calls('POST /api/logpageview')).toBe(3)
  expect(await phone.kv.keys('q/log/')).toEqual([])
})

test('the customer leaves, and the next visit finds the end of the campaign', async () => {
  const page = await opened()
  expect(await settled(page, page.app.session.cancel({}))).toMatchObject({ ok: true })
  expect(await phone.server.db.selectFrom('customer').select('status').execute()).toEqual([
    { status: 'cancelled' },
  ])
  await setCampaign(phone.server, { mode: 'ended' })
  await phone.headless.open()
  const next = phone.load()
  await soon(() => expect(next.address()).toBe('/endCampaign'))
})

test('the wrapped server has exactly the specification’s 21 calls, all of which the app knows', () => {
  expect(SPEC_CALLS).toHaveLength(21)
  const known = Object.values(requests).map(({ method, path }) => `${method} ${path}`)
  const others = SPEC_CALLS.filter(call => !known.includes(call) && !call.endsWith('*'))
  expect(others).toEqual([])
})
