import { expect, test } from 'vitest'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, a, receipt, answer } = world

test('sends a receipt with its photo and deletes it from the phone when the server names its key', async () => {
  const sent = phone.open().outbox.enqueue(receipt('A-1'))
  await clock.advance(0)
  expect(await sent).toMatchObject({ state: 'received' })
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(await world.stored()).toEqual([])
})

test('keeps a receipt across a restart without a network and sends it when the network is back', async () => {
  world.breakBy(() => 'drop-request')
  const first = phone.open()
  const sent = first.outbox.enqueue(receipt('A-1'))
  await clock.advance(1000)
  expect(await sent).toMatchObject({ state: 'queued', kept: true })
  first.crash()
  world.breakBy(() => 'ok')
  const { outbox } = phone.open()
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(outbox.views()).toEqual([])
})

test('creates one receipt from two deliveries if the first answer was lost', async () => {
  let posts = 0
  world.breakBy(request => (isReceiptPost(request) && posts++ === 0 ? 'drop-reply' : 'ok'))
  void phone.open().outbox.enqueue(receipt('A-1'))
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(world.calls('POST /api/receipt')).toBe(2)
})

test.each(['keyless', 'other-key'] as const)(
  'keeps a job after a valid answer that does not name its key (%s)',
  async fault => {
    let posts = 0
    world.breakBy(request => (isReceiptPost(request) && posts++ === 0 ? fault : 'ok'))
    const { outbox } = phone.open()
    const sent = outbox.enqueue(receipt('A-1'))
    await clock.advance(100)
    expect(await sent).toMatchObject({ state: 'queued', kept: true })
    expect(outbox.views()).toHaveLength(1)
    await clock.advance(60_000)
    expect(outbox.views()).toEqual([])
    expect(world.calls('POST /api/receipt')).toBe(2)
    expect(await world.receipts()).toEqual(['A A-1'])
  },
)

test('a 429 pauses the whole lane', async () => {
  let posts = 0
  world.breakBy(request => (isReceiptPost(request) && posts++ === 0 ? 'too-many' : 'ok'))
  const { outbox } = phone.open()
  for (const n of [1, 2, 3]) void outbox.enqueue(receipt(`A-${n}`))
  await clock.advance(1500)
  expect(posts).toBe(1)
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3'])
  expect(posts).toBe(4)
})

test('repeats a job under its key if the page closed before the answer', async () => {
  world.breakBy(request => (isReceiptPost(request) ? 'hang-reply' : 'ok'))
  const page = await world.openWith(100, receipt('A-1'))
  page.crash()
  world.breakBy(() => 'ok')
  const { outbox } = phone.open()
  await clock.advance(5000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(outbox.views()).toEqual([])
})

test('ignores a captive portal’s 200', async () => {
  world.breakBy(() => 'portal')
  const { outbox } = await world.openWith(5000, receipt('A-1'))
  expect(outbox.views()).toMatchObject([{ state: 'queued', failure: { kind: 'portal' } }])
  await world.online(120_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('shows a refused receipt, sends the others, and deletes it when it is discarded', async () => {
  const page = phone.open()
  const bad = receipt('A-2', 1)
  const results = [receipt('A-1'), bad, receipt('A-3')].map(job => page.outbox.enqueue(job))
  await clock.advance(10_000)
  const sent = await Promise.all(results)
  expect(sent.map(({ state }) => state)).toEqual(['received', 'refused', 'received'])
  expect(sent[1]).toMatchObject({ failure: { code: 'BELOW_MINIMUM', status: 422 } })
  expect(await world.receipts()).toEqual(['A A-1', 'A A-3'])
  expect(page.outbox.views()).toMatchObject([{ id: bad.id, state: 'refused' }])
  await page.outbox.discard(bad.id)
  page.close()
  const reopened = phone.open()
  await clock.advance(1000)
  expect(reopened.outbox.views()).toEqual([])
  expect(await world.stored()).toEqual([])
})

test('a refused job does not hold up the next one on its subject', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  const [refused, next] = [{ ...answer(''), subject: 'question' }, answer('ชา')]
  for (const job of [refused, next]) void outbox.enqueue(job)
  await clock.advance(100)
  await world.online(60_000)
  expect(await world.answers()).toEqual([`A ${next.id}`])
  expect(outbox.views()).toMatchObject([{ id: refused.id, state: 'refused' }])
})

test('correcting a refused receipt replaces it and deletes photos that it no longer uses', async () => {
  const { outbox } = phone.open()
  const job = receipt('A-1')
  const { photos, body } = receipt('A-2')
  await world.queue(outbox, 100, { ...job, photos, body: { ...job.body, amount: 1, images: body.images } })
  const again = outbox.enqueue(job)
  await clock.advance(100)
  expect(await again).toMatchObject({ state: 'received' })
  expect(outbox.views()).toEqual([])
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(await world.stored()).toEqual([])
})

test('waits for the server’s Retry-After between attempts', async () => {
  const tries: number[] = []
  world.breakBy(request => {
    if (!isReceiptPost(request)) return 'ok'
    tries.push(clock.now())
    return tries.length <= 5 ? 'unavailable' : 'ok'
  })
  void phone.open().outbox.enqueue(receipt('A-1'))
  await clock.advance(600_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(tries).toHaveLength(6)
  expect(Math.min(...tries.slice(1).map((at, i) => at - (tries[i] ?? 0)))).toBeGreaterThanOrEqual(3000)
})

test('sends other receipts while one photo never gets through', async () => {
  const stuck = receipt('A-1')
  world.breakBy(request => (request.url.includes(stuck.body.images[0] ?? '-') ? 'hang' : 'ok'))
  const { outbox } = phone.open()
  for (const job of [stuck, receipt('A-2'), receipt('A-3')]) void outbox.enqueue(job)
  await clock.advance(120_000)
  expect(await world.receipts()).toEqual(['A A-2', 'A A-3'])
  await world.online(120_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3'])
})

test('sends an answer while a photo is still uploading', async () => {
  world.breakBy(request => (request.method === 'PUT' ? 'hang' : 'ok'))
  const { outbox } = await world.openWith(5000, receipt('A-1'))
  const sent = outbox.enqueue({
    route: 'postAnswer',
    params: {},
    body: { Answer: 'ชา' },
    subject: 'question',
  })
  await clock.advance(0)
  expect(await sent).toMatchObject({ state: 'received' })
  expect(outbox.views()).toMatchObject([{ route: 'createReceipt', state: 'sending' }])
})

test('merges profile changes that were not sent yet', async () => {
  const { outbox } = phone.open()
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const save = (body: Record<string, string>) =>
    outbox.enqueue({ route: 'putCustomer', params: {}, body, subject: 'customer', merges: true })
  void save({ firstName: 'หนึ่ง', addressLine: '1 ถนนหนึ่ง' })
  await clock.advance(200)
  void save({ firstName: 'สอง' })
  void save({ lastName: 'สาม' })
  await clock.advance(100)
  expect(outbox.views()).toHaveLength(2)
  await world.online(60_000)
  const { body } = await world.server.call('getCustomer', { token: a.token })
  expect(body).toMatchObject({ firstName: 'สอง', lastName: 'สาม', addressLine: '1 ถนนหนึ่ง' })
  expect(world.calls('PUT /api/customer')).toBe(2)
})

test('two tabs deliver each job once, and the second takes over when the first one closes', async () => {
  world.breakBy(() => 'drop-request')
  const first = phone.open()
  const second = phone.open()
  for (let i = 0; i < 5; i++) void (i % 2 ? first : second).outbox.enqueue(receipt(`A-${i}`))
  await clock.advance(1000)
  await world.online(120_000)
  expect(await world.receipts()).toHaveLength(5)
  expect(world.calls('POST /api/receipt')).toBe(5)
  expect(second.outbox.views()).toEqual([])
  first.crash()
  await world.queue(second.outbox, 1000, receipt('A-9'))
  expect(await world.receipts()).toHaveLength(6)
})

test('a profile change that is merged into a queued one also replaces a refused one', async () => {
  const change = (body: { firstName?: string; phone?: string }) =>
    ({ route: 'putCustomer', params: {}, body, subject: 'customer', merges: true }) as const
  let calls = 0
  world.breakBy(request => {
    if (request.method !== 'PUT') return 'ok'
    calls += 1
    return calls === 1 ? 'unavailable' : calls === 2 ? 'ok' : 'unauthorized'
  })
  const { outbox } = await world.openWith(10, change({ phone: '1' }))
  await world.queue(outbox, 60_000, change({ firstName: 'หนึ่ง' }))
  expect(outbox.views().map(({ state }) => state)).toEqual(['refused', 'queued'])
  await world.queue(outbox, 10, change({ phone: '0812345678' }))
  expect(outbox.views()).toMatchObject([
    { state: 'queued', profile: { firstName: 'หนึ่ง', phone: '0812345678' } },
  ])
})
