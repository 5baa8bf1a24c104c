import { computed, signal } from '@preact/signals-core'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { reportWaitingReceipts } from '#src/state/waiting-receipts.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { type Models, typedReceipt, visited } from '#tests/kit/models.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { pageLocalStorage } from '#tests/kit/page-local-storage.ts'
import { eachTest } from '#tests/kit/server.ts'

const REPORT = 'PUT /api/customer/waiting'
const MINUTE = 60_000

let models: Models
let local: ReturnType<typeof pageLocalStorage>
const world = eachTest(offlineWorld)
beforeEach(async () => {
  await setMessaging(world.server.db, true)
  models = await visited(world)
  local = pageLocalStorage()
})

const start = () => {
  const { campaign, outbox, identity, page } = models
  return reportWaitingReceipts({ campaign, session: identity, outbox }, { ...page.ports, local })
}
const isPhoto = (request: Request) => /image/.test(new URL(request.url).pathname)
/** Makes photos and receipts fail. Small calls get through. */
const slowNetwork = () =>
  world.breakBy(request => (isPhoto(request) || isReceiptPost(request) ? 'drop-request' : 'ok'))
const send = (receiptNo: string) => models.receipts.send(typedReceipt(models, receiptNo), null)
const enqueued = () => world.server.db.selectFrom('message').select(['kind', 'subject', 'state']).execute()

test('a receipt that does not get through is reported once, and the message names its job', async () => {
  slowNetwork()
  start()
  void send('W-0001')
  await world.clock.advance(5 * MINUTE)
  const [job] = models.outbox.jobs.value
  expect(await enqueued()).toEqual([{ kind: 'receipt-waiting', subject: job?.id, state: 'waiting' }])
  expect(world.calls(REPORT)).toBe(1)
})

test('a receipt that arrives at once is not reported', async () => {
  start()
  void send('W-0001')
  await world.clock.advance(MINUTE)
  expect([models.outbox.jobs.value, world.calls(REPORT)]).toEqual([[], 0])
})

test('a receipt from before the clock was set back is reported before its first attempt has failed', async () => {
  world.breakBy(request => (isPhoto(request) ? 'hang' : 'ok'))
  start()
  void send('W-0001')
  await world.clock.advance(100)
  world.clock.jump(-60 * MINUTE)
  await world.clock.advance(10_000)
  expect(models.outbox.jobs.value).toMatchObject([{ tries: 0 }])
  expect(world.calls(REPORT)).toBe(1)
})

test('a phone whose clock is days ahead does not report a new receipt at once', async () => {
  world.breakBy(request => (isPhoto(request) ? 'hang' : 'ok'))
  const { outbox, identity, page } = models
  const jobs = computed(() =>
    outbox.jobs.value.map(job => ({ ...job, createdAt: job.createdAt - 8 * DAY_MS })),
  )
  const ahead = {
    campaign: { serverAhead: signal(-8 * DAY_MS) },
    outbox: { jobs, outcomes: outbox.outcomes },
  }
  reportWaitingReceipts({ ...ahead, session: identity }, { ...page.ports, local })
  void send('W-0001')
  await world.clock.advance(5000)
  expect(jobs.value).toHaveLength(1)
  expect(world.calls(REPORT)).toBe(0)
})

test('without any connection, the report is made at the next contact', async () => {
  world.breakBy(() => 'drop-request')
  start()
  void send('W-0001')
  await world.clock.advance(5 * MINUTE)
  expect(await enqueued()).toEqual([])
  slowNetwork()
  await world.clock.advance(10 * MINUTE)
  expect(await enqueued()).toHaveLength(1)
})

test('a reported receipt that the customer discards on a later page takes its message back', async () => {
  world.breakBy(request => (isPhoto(request) ? 'hang' : 'ok'))
  const stop = start()
  void send('W-0001')
  void send('W-0002')
  await world.clock.advance(10_000)
  stop()
  start()
  // The second receipt waits for the first and was never sent, so it can be discarded.
  const second = models.outbox.jobs.value[1]?.id ?? ''
  expect(await models.outbox.discard(second)).toBe(true)
  await world.clock.advance(1000)
  const messages = await enqueued()
  expect(messages.map(({ subject, state }) => [subject === second, state]).toSorted()).toEqual([
    [false, 'waiting'],
    [true, 'dropped'],
  ])
})

test('a reported receipt that the customer corrects while it waits takes its message back, and the correction is reported', async () => {
  world.breakBy(request => (isPhoto(request) ? 'hang' : 'ok'))
  start()
  void send('W-0001')
  const draft = typedReceipt(models, 'W-0002')
  void models.receipts.send(draft, null)
  await world.clock.advance(10_000)
  // The second receipt waits for the first and was never sent, so a correction replaces it.
  const before = models.outbox.jobs.value[1]?.id ?? ''
  void models.receipts.send({ ...draft, amount: '99.00' }, null)
  await world.clock.advance(20_000)
  const after = models.outbox.jobs.value[1]?.id ?? ''
  expect(after).not.toBe(before)
  const states = new Map((await enqueued()).map(({ subject, state }) => [subject, state]))
  expect([states.get(before), states.get(after)]).toEqual(['dropped', 'waiting'])
})

test('a reported receipt that the server then refuses takes its message back, because the app does not send it', async () => {
  slowNetwork()
  start()
  void send('W-0001')
  await world.clock.advance(MINUTE)
  expect(await enqueued()).toMatchObject([{ state: 'waiting' }])
  await setCampaign(world.server, { max_receipts_per_day: 0 })
  await world.online(5 * MINUTE)
  expect(models.outbox.jobs.value).toMatchObject([{ state: 'refused' }])
  expect(await enqueued()).toMatchObject([{ state: 'dropped' }])
})

test.each([
  'unavailable',
  'too-many',
  'unauthorized',
  'look-alike-400',
  'look-alike-403',
  'look-alike-404',
] as const)(
  'after the answer "%s", a report is made again, because the receipt still waits',
  async answer => {
    world.breakBy(() => answer)
    start()
    void send('W-0001')
    await world.clock.advance(MINUTE)
    expect(await enqueued()).toEqual([])
    slowNetwork()
    await world.clock.advance(30 * MINUTE)
    expect(await enqueued()).toMatchObject([{ state: 'waiting' }])
  },
)

test('nothing more is reported if the server sends no messages', async () => {
  await setMessaging(world.server.db, false)
  slowNetwork()
  start()
  void send('W-0001')
  await world.clock.advance(MINUTE)
  void send('W-0002')
  await world.clock.advance(5 * MINUTE)
  expect([await enqueued(), world.calls(REPORT)]).toEqual([[], 1])
})
