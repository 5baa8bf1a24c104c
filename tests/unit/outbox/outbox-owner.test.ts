import { expect, test } from 'vitest'
import { jobKey, QUARANTINE } from '#src/storage/keys.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, a, b, receipt, id } = world

const worn = 'x'.repeat(43)

test('never sends a customer’s jobs as the next customer; they wait for their owner', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  for (const number of ['A-1', 'A-2', 'A-3']) void outbox.enqueue(receipt(number))
  await clock.advance(3000)
  phone.signIn(b)
  world.breakBy(() => 'ok')
  await world.queue(outbox, 120_000, receipt('B-1'))
  expect(await world.receipts()).toEqual(['B B-1'])
  expect(outbox.countOf(a.customerId)).toBe(3)
  expect(outbox.views()).toEqual([])
  phone.signIn(a)
  await clock.advance(120_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3', 'B B-1'])
})

test('delivers nothing with another customer’s token', async () => {
  phone.signIn({ customerId: a.customerId, token: b.token })
  const { outbox } = await world.openWith(5000, receipt('A-1'))
  expect(await world.receipts()).toEqual([])
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'sign-in' }])
})

test('renews an expired session once without counting failed attempts', async () => {
  let renewals = 0
  phone.renewal = async () => {
    renewals += 1
    return a.token
  }
  phone.signIn({ customerId: a.customerId, token: worn })
  const { outbox } = phone.open()
  for (const number of ['A-1', 'A-2', 'A-3']) void outbox.enqueue(receipt(number))
  void outbox.enqueue({ route: 'postAnswer', params: {}, body: { Answer: 'ชา' }, subject: 'question' })
  void outbox.enqueue({ route: 'putCustomer', params: {}, body: { firstName: 'มะลิ' }, subject: 'customer' })
  await clock.advance(5000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3'])
  expect(renewals).toBe(1)
  expect(outbox.views()).toEqual([])
})

test('keeps the queue if renewing fails and resumes after the next sign-in', async () => {
  phone.signIn({ customerId: a.customerId, token: worn })
  const { outbox } = await world.openWith(200_000, receipt('A-1'))
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'sign-in' }])
  expect(outbox.jobs()).toMatchObject([{ attempts: 0 }])
  phone.signIn(a)
  await clock.advance(1000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('shows untried jobs as waiting for a sign-in if the queue does', async () => {
  world.breakBy(request => (isReceiptPost(request) ? 'too-many' : 'ok'))
  const { outbox } = phone.open()
  let shown: readonly string[] = []
  outbox.onChange(() => {
    shown = outbox.views().map(({ state, waitsFor }) => waitsFor ?? state)
  })
  await world.queue(outbox, 100, receipt('A-1'))
  expect(shown).toEqual(['server'])
  await outbox.log(world.view('/receipt'))
  phone.signIn({ customerId: a.customerId, token: worn })
  await clock.advance(100)
  expect(world.calls('POST /api/log/batch')).toBe(1)
  expect(shown).toEqual(['sign-in'])
  await world.queue(outbox, 100, receipt('A-2'))
  expect(shown).toEqual(['sign-in', 'sign-in'])
  expect(outbox.jobs()).toMatchObject([{ attempts: 1 }, { attempts: 0 }])
  world.breakBy(() => 'hang')
  outbox.sessionRenewed()
  await clock.advance(0)
  expect(shown).toEqual(['server', 'server'])
  phone.signIn(a)
  await world.online(120_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2'])
})

test('deletes all queued data of a customer who withdraws', async () => {
  world.breakBy(() => 'drop-request')
  phone.signIn(b)
  const { outbox } = await world.openWith(100, receipt('B-1'))
  phone.signIn(a)
  void outbox.enqueue(receipt('A-1'))
  await outbox.log(world.view('/receipt'))
  await clock.advance(100)
  await outbox.discardOwner(a.customerId)
  expect(outbox.countOf(a.customerId)).toBe(0)
  expect(outbox.countOf(b.customerId)).toBe(1)
  const left = JSON.stringify(await phone.disk.entries(''))
  expect(left).not.toContain(a.customerId)
  expect(left).toContain(b.customerId)
})

test.each([1, 5, 20, 40])(
  'what is being stored when a customer deletes everything is not stored, after %i turns',
  async turns => {
    world.breakBy(() => 'drop-request')
    const { outbox } = phone.open()
    await clock.advance(100)
    const sent = Promise.all(['A-1', 'A-2', 'A-3'].map(number => outbox.enqueue(receipt(number))))
    for (let turn = 0; turn < turns; turn += 1) await null
    const deleted = outbox.discardOwner(a.customerId)
    phone.signIn(null)
    await deleted
    await clock.advance(10_000)
    expect(phone.disk.peek('q/')).toEqual([])
    expect((await sent).map(({ state }) => state)).toEqual(['gone', 'gone', 'gone'])
  },
)

test('assigns page views from before sign-in once, to the customer signing in during the visit', async () => {
  phone.signIn(null)
  const { outbox } = phone.open()
  const at = () => new Date(clock.now()).toISOString()
  const view = (path: string) => outbox.log({ kind: 'pageview', eventId: id(), at: at(), path })
  await view('/register')
  await view('/thanks')
  await clock.advance(5000)
  phone.signIn(a)
  await clock.advance(5000)
  await view('/receipt')
  await clock.advance(5000)
  phone.signIn(b)
  await view('/profile')
  await clock.advance(5000)
  expect(await pageViews()).toEqual(['A /receipt', 'A /register', 'A /thanks', 'B /profile'])
  expect(await phone.disk.keys('q/')).toEqual([])
})

test('stores page views from before the first paint for the customer of that moment, however many sign in until then', async () => {
  phone.signIn(null)
  let paint = () => {}
  phone.painted = new Promise(resolve => {
    paint = resolve
  })
  const { outbox } = phone.open()
  const at = () => new Date(clock.now()).toISOString()
  const view = (path: string) => void outbox.log({ kind: 'pageview', eventId: id(), at: at(), path })
  view('/register')
  phone.signIn(a)
  view('/receipt')
  phone.signIn(b)
  view('/profile')
  paint()
  await clock.advance(5000)
  expect(await pageViews()).toEqual(['B /profile'])
  phone.signIn(a)
  await clock.advance(5000)
  expect(await pageViews()).toEqual(['A /receipt', 'A /register', 'B /profile'])
})

test('assigns page views of an earlier visit without a sign-in to no customer', async () => {
  phone.signIn(null)
  const first = phone.open()
  await first.outbox.log({ kind: 'pageview', eventId: id(), at: '2026-11-20T05:00:00Z', path: '/thanks' })
  first.close()
  const { outbox } = phone.open()
  phone.signIn(a)
  await clock.advance(10_000)
  expect(await pageViews()).toEqual([])
  await clock.advance(25 * 3_600_000)
  await outbox.log({ kind: 'pageview', eventId: id(), at: '2026-11-21T06:00:00Z', path: '/receipt' })
  await clock.advance(10_000)
  expect(await pageViews()).toEqual(['A /receipt'])
  expect(await phone.disk.keys('q/')).toEqual([])
})

test('stores logs once if the answer was lost', async () => {
  let batches = 0
  world.breakBy(request => (request.url.endsWith('/api/log/batch') && batches++ === 0 ? 'drop-reply' : 'ok'))
  const { outbox } = phone.open()
  for (let i = 0; i < 120; i++)
    await outbox.log({ kind: 'pageview', eventId: id(), at: '2026-11-20T05:00:00Z', path: `/receipt/${i}` })
  await clock.advance(300_000)
  expect(await pageViews()).toHaveLength(120)
  expect(batches).toBe(4)
})

async function pageViews(): Promise<string[]> {
  const rows = await world.server.db.selectFrom('log_page_view').select(['customer_id', 'path']).execute()
  return rows.map(row => `${world.name(row.customer_id)} ${row.path}`).sort()
}

test('counts only the signed-in customer’s unreadable records, because only those can be deleted', async () => {
  await phone.disk.set([
    [jobKey('1'), { v: 99, owner: a.customerId }],
    [`${QUARANTINE}${jobKey('2')}`, { v: 99, owner: a.customerId }],
    [jobKey('3'), { v: 99 }],
  ])
  phone.signIn(b)
  const { outbox } = phone.open()
  await clock.advance(1000)
  expect(outbox.unreadable()).toBe(1)
  world.breakBy(() => 'drop-request')
  await world.queue(outbox, 1000, world.answer('B'))
  await outbox.discardUnreadable()
  expect(outbox.unreadable()).toBe(0)
  expect(outbox.countOf(b.customerId)).toBe(1)
  phone.signIn(a)
  outbox.ownerChanged()
  await clock.advance(1000)
  expect(outbox.unreadable()).toBe(2)
})

test('another customer’s 200 jobs on this phone do not keep a customer from sending', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  for (let n = 0; n < 200; n += 1) void outbox.enqueue({ ...world.answer('A'), subject: `${n}` })
  await clock.advance(10_000)
  expect(outbox.views()).toHaveLength(200)
  phone.signIn(b)
  outbox.ownerChanged()
  world.breakBy(() => 'ok')
  const job = world.answer('B')
  await world.queue(outbox, 60_000, job)
  expect(await world.answers()).toEqual([`B ${job.id}`])
})

test('a sign-out that deletes the jobs also forgets those in memory if the database fails', async () => {
  world.breakBy(() => 'drop-request')
  const page = phone.open()
  await clock.advance(100)
  page.loseStorage()
  void page.outbox.enqueue(world.answer('yes'))
  const unsent = world.receipt('A-1')
  await world.queue(page.outbox, 1000, unsent)
  expect(page.outbox.views()).toMatchObject([{ kept: false }, { kept: false }])
  const photo = () => page.outbox.photo(a.customerId, unsent.photos[0]?.sha256 ?? '')
  expect(await photo()).not.toBeNull()
  void page.outbox.discardOwner(a.customerId)
  phone.signIn(null)
  await clock.advance(1000)
  phone.signIn(a)
  await clock.advance(1000)
  expect(page.outbox.views()).toEqual([])
  expect(await photo()).toBeNull()
  await world.online(60_000)
  expect([await world.answers(), await world.receipts()]).toEqual([[], []])
})
