import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, isoOf } from '#contract/time.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { JOBS, keptKey, keptPhotoKey, LOGS, privatePrefix } from '#src/storage/keys.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { type AppPage, customerPhone, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { typedReceipt } from '#tests/kit/models.ts'
import { restoreWithout } from '#tests/kit/restored.ts'
import { update } from '#tests/kit/rows.ts'
import { specServer } from '#tests/kit/spec-server.ts'
import { quiet, twoCustomers } from '#tests/kit/two-customers.ts'

/** Tests the visit call after the customer has changed, and after the server has refused it. */

let phone: Phone
/** Customer `a` is the LINE user of the scenario, and `b` is another customer. */
let a: string
let b: string
let userB: string

beforeEach(async () => {
  ;({ phone, a, b, userB } = await twoCustomers())
})

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 4000, interval: 5 })
const phaseOf = (page: AppPage) => page.app.session.phase.value
const online = (page: AppPage, customerId: string) =>
  soon(() => expect(phaseOf(page)).toEqual({ kind: 'ready', customerId, online: true }))

/** Opens home and waits until the page makes no more calls. */
async function openHome(url?: string) {
  const page = phone.load(url)
  await soon(() => expect(phaseOf(page).kind).toBe('ready'))
  page.app.home.open()
  await soon(() => expect(page.app.outbox.loaded.value).toBe(true))
  await quiet(phone, page)
  return page
}

async function lineIsB() {
  phone.headless.patch({ user: userB })
  await phone.headless.open()
  await phone.headless.liff.init({ liffId: phone.headless.scenario().apps[0]?.liffId ?? '' })
}

const rows = async (table: 'log_page_view' | 'log_state', customerId: string) =>
  (await phone.server.db.selectFrom(table).selectAll().where('customer_id', '=', customerId).execute()).length

test('a page view that waits on the phone is not sent as the next customer’s', async () => {
  await openHome()
  phone.setFault(() => 'drop-request')
  const page = await openHome(`${ORIGIN}/`)
  await page.app.session.logout('keep')
  phone.setFault(() => 'ok')
  await lineIsB()
  page.app.session.retry()
  await online(page, b)
  await quiet(phone, page)
  expect([await rows('log_page_view', a), await rows('log_page_view', b)]).toEqual([1, 0])
  expect(await phone.kv.keys(LOGS)).toHaveLength(1)
})

test('one page view counts for one customer if LINE’s user turns out to be another one', async () => {
  await openHome()
  await lineIsB()
  const page = phone.load(`${ORIGIN}/`)
  page.app.home.open()
  await online(page, b)
  await quiet(phone, page)
  expect((await rows('log_page_view', a)) + (await rows('log_page_view', b))).toBe(2)
  expect(await rows('log_state', b)).toBe(1)
})

test('a picture that the server refuses does not keep a customer from signing in', async () => {
  const { user, users } = phone.headless.scenario()
  const pictureUrl = 'http://profile.example/picture'
  phone.headless.patch({ users: users.map(one => (one.userId === user ? { ...one, pictureUrl } : one)) })
  await phone.headless.open()
  const page = phone.load()
  await online(page, a)
  await quiet(phone, page)
  expect([await rows('log_page_view', a), await rows('log_state', a)]).toEqual([1, 1])
})

test.each(['open', 'ended'] as const)(
  'nothing stays of a customer who has left on another phone (%s)',
  async mode => {
    const first = await openHome()
    phone.setFault(({ url }) => (url.endsWith('/api/answer') ? 'drop-request' : 'ok'))
    expect(await first.app.answers.send('ชาเขียว')).toMatchObject({ state: 'queued' })
    await phone.server.call('cancel', { token: phone.token() ?? '', body: { confirm: true } })
    await setCampaign(phone.server, { mode })
    const page = phone.load(`${ORIGIN}/`)
    const shown = { open: { kind: 'failed', code: 'CUSTOMER_CANCELLED' }, ended: { kind: 'ended' } }
    await soon(() => expect(phaseOf(page)).toMatchObject(shown[mode]))
    await soon(async () => {
      expect([page.app.session.customerId.value, await phone.kv.keys(JOBS)]).toEqual([null, []])
      expect(await phone.kv.keys(privatePrefix(a))).toEqual([])
    })
    phone.setFault(() => 'drop-request')
    const offline = phone.load(`${ORIGIN}/`)
    await quiet(phone, offline)
    expect(phaseOf(offline).kind).toBe(mode === 'open' ? 'offline' : 'ended')
    expect(offline.app.session.customerId.value).toBeNull()
  },
)

test('the phone deletes its copy of a received receipt after the organiser has erased the customer, and never offers it', async () => {
  const first = await openHome()
  const draft = typedReceipt(first.app, 'ST-0001')
  const purchasedAt = isoOf(Date.now() - HOUR_MS).slice(0, 16)
  void first.app.receipts.send({ ...draft, amount: '250', purchasedAt }, null)
  const copies = async () => [await phone.kv.keys(keptKey(a, '')), await phone.kv.keys(keptPhotoKey(a, ''))]
  await soon(async () => {
    first.pass(100)
    expect(await copies()).toMatchObject([{ length: 1 }, { length: 1 }])
  })
  const { db, clock, deps } = phone.server
  const at = { now: clock.now(), random: deps.random, key: null }
  await inTransaction(db, trx => cancelCustomer(trx, a, { reason: 'OTHER' }, at))
  // The server is also restored from a backup that does not contain the receipt.
  await restoreWithout(
    db,
    (await db.selectFrom('receipt').select('id').execute()).map(({ id }) => id),
  )
  for (let visit = 0; visit < 2; visit += 1) {
    const page = phone.load(`${ORIGIN}/`)
    await soon(() => expect(phaseOf(page)).toMatchObject({ kind: 'failed', code: 'CUSTOMER_CANCELLED' }))
    await quiet(phone, page)
    expect(await copies()).toEqual([[], []])
    expect([page.app.outbox.jobs.value, await phone.kv.keys(JOBS)]).toEqual([[], []])
  }
})

test.each(['open', 'ended'] as const)(
  'a customer’s queued jobs stay if LINE’s user is another customer, who has left (%s)',
  async mode => {
    const first = await openHome()
    phone.setFault(({ url }) => (url.endsWith('/api/answer') ? 'drop-request' : 'ok'))
    expect(await first.app.answers.send('ชาเขียว')).toMatchObject({ state: 'queued' })
    await lineIsB()
    const { body } = await phone.server.call('login', {
      form: { lineUserId: userB, idToken: phone.headless.liff.getIDToken() ?? '' },
    })
    await phone.server.call('cancel', { token: body.accessToken, body: { confirm: true } })
    await setCampaign(phone.server, { mode })
    const page = phone.load(`${ORIGIN}/`)
    const left = { kind: 'not-registered', left: true }
    await soon(() =>
      mode === 'ended'
        ? expect(page.app.session.endedSignIn.value).toEqual(left)
        : expect(phaseOf(page)).toMatchObject({ kind: 'failed', code: 'CUSTOMER_CANCELLED' }),
    )
    await quiet(phone, page)
    expect([page.app.session.customerId.value, page.app.outbox.countOf(a)]).toEqual([null, 1])
  },
)

test('after the end, an expired session is renewed, not continued with the visit’s answer', async () => {
  await openHome()
  await setCampaign(phone.server, { mode: 'ended' })
  const page = phone.load(`${ORIGIN}/confirm`)
  await soon(() => expect(page.app.session.endedSignIn.value.kind).toBe('signed-in'))
  await page.app.customer.load()
  await quiet(phone, page)
  await update(phone.server, 'session', { expires_at: 1 })
  await page.app.customer.load()
  await quiet(phone, page)
  expect(page.app.customer.current.value.state).toBe('ready')
})

test('a server without the visit call is asked for it once per page', async () => {
  await phone.server.close()
  phone = await customerPhone('friend', { between: specServer })
  a = await phone.register()
  await openHome()
  const before = phone.delivered.length
  await online(await openHome(`${ORIGIN}/`), a)
  expect(phone.delivered.slice(before).filter(call => call === 'POST /api/visit')).toHaveLength(1)
})
