import { beforeEach, expect, test, vi } from 'vitest'
import { latestValue } from '#src/state/resource.ts'
import { privateKey } from '#src/storage/keys.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { done, historyOf, type Models, openModels, typedReceipt } from '#tests/kit/models.ts'
import { installWorker, type OfflineWorker } from '#tests/kit/offline-worker.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

const HISTORY = 'GET /api/receipt/customerHistory'

const world = eachTest(offlineWorld)
let worker: OfflineWorker
beforeEach(async () => {
  worker = installWorker(world)
})

const open = () => openModels(world.phone, { hasWorker: true })

/** Loads the history and the lists on a page, and lets the worker store them. */
async function load({ receipts, master }: Models): Promise<void> {
  await done(world, Promise.all([receipts.load(), master.load()]), 100)
  await worker.idle()
}

/** Opens the app for the first time as customer A, who has one receipt. */
async function firstVisit(): Promise<Models> {
  await sendReceipt(world.server, world.a, { receiptNo: 'A-1000' })
  world.phone.signIn(world.a)
  const models = open()
  await load(models)
  return models
}

test('shows the history and the lists at a second visit without a network, as of the first', async () => {
  const first = await firstVisit()
  const at = world.clock.now()
  first.page.close()
  await world.clock.advance(3_600_000)
  world.breakBy(() => 'drop-request')
  const { receipts, master, page } = open()
  await done(world, Promise.all([receipts.load(), master.load()]), 1000)
  expect(receipts.history.value).toMatchObject({
    state: 'failed',
    failure: { kind: 'network' },
    value: [{ receipt: { receiptNo: 'A-1000' } }],
  })
  expect(Math.abs((receipts.history.value as { at: number }).at - at)).toBeLessThan(1000)
  expect(master.provinces.value).toHaveLength(77)
  expect(page.ports.connectivity.state()).toBe('unreachable')
})

test('a response from the phone’s store says nothing about the network', async () => {
  const first = await firstVisit()
  first.page.close()
  const { receipts, page } = open()
  world.breakBy(() => 'hang')
  void receipts.load()
  await world.clock.advance(100)
  expect(latestValue(receipts.history.value)).toHaveLength(1)
  expect(page.ports.connectivity.state()).toBe('unknown')
  await world.clock.advance(8000)
  expect(receipts.history.value).toMatchObject({ state: 'failed', failure: { kind: 'timeout' } })
  expect(page.ports.connectivity.state()).toBe('unreachable')
})

test('a server that answers with an error counts as reached, and its Retry-After is kept', async () => {
  await firstVisit()
  world.breakBy(() => 'unavailable')
  const { receipts, page } = open()
  await done(world, receipts.load(), 1000)
  expect(receipts.history.value).toMatchObject({
    state: 'failed',
    failure: { kind: 'refused', status: 503, code: 'UNAVAILABLE', retryAfter: 3 },
    value: [{ receipt: { receiptNo: 'A-1000' } }],
  })
  expect(page.ports.connectivity.state()).toBe('reachable')
})

test('the next customer sees nothing of the previous one without a network', async () => {
  const first = await firstVisit()
  first.page.close()
  world.phone.signIn(world.b)
  world.breakBy(() => 'drop-request')
  const { receipts, master } = open()
  await done(world, Promise.all([receipts.load(), master.load()]), 1000)
  expect(receipts.history.value).toMatchObject({ state: 'failed', value: null })
  expect(master.provinces.value).toHaveLength(77)
})

test('the worker writes each answer once, and the page writes neither the lists nor the history', async () => {
  world.phone.signIn(null)
  const models = open()
  const page = vi.spyOn(models.page.ports.kv, 'transact')
  const sets = vi.spyOn(models.page.ports.kv, 'set')
  await sendReceipt(world.server, world.a, { receiptNo: 'A-1000' })
  world.phone.signIn(world.a)
  await load(models)
  await load(models)
  const key = privateKey(world.a.customerId, 'receipts')
  expect(worker.written.filter(name => name === key)).toHaveLength(1)
  expect(worker.written.filter(name => name === 'm/all')).toHaveLength(1)
  const written = sets.mock.calls.flatMap(([entries]) => entries.map(([name]) => name))
  expect(written.filter(name => name === key || name.startsWith('m/'))).toEqual([])
  // The page's only write notes that the customer has signed in.
  expect(page).toHaveBeenCalledTimes(1)
  expect(world.calls(HISTORY)).toBe(2)
})

test('a page asks the worker for the stored history and for the current one, once per load', async () => {
  const models = await firstVisit()
  const history = worker.asked.filter(path => path.includes('customerHistory'))
  expect(history).toEqual(['/api/receipt/customerHistory from the store', '/api/receipt/customerHistory'])
  world.server.clock.advance(1000)
  await sendReceipt(world.server, world.a, { receiptNo: 'A-2000' })
  // The worker stores the answer, and tells all pages about it, only after the page has shown it.
  worker = installWorker(world, world.fetch, 200)
  void models.receipts.load()
  await world.clock.advance(1000)
  expect(worker.written).not.toEqual([])
  expect(worker.asked.filter(path => path.includes('customerHistory'))).toEqual(history)
})

test('an older answer in the worker does not replace a receipt that the page has just sent', async () => {
  const models = await firstVisit()
  const [held, release] = untilCalled()
  worker = installWorker(world, async request => {
    const response = await world.fetch(request)
    await held
    return response
  })
  world.server.clock.advance(1000)
  await sendReceipt(world.server, world.a, { receiptNo: 'A-2000' })
  void models.receipts.load()
  await world.clock.advance(10)
  await done(world, models.receipts.send(typedReceipt(models, 'A-3000'), null), 1000)
  release()
  await world.clock.advance(10)
  await worker.idle()
  models.page.close()
  world.breakBy(() => 'drop-request')
  const next = open()
  await done(world, next.receipts.load(), 1000)
  expect(historyOf(next)).toEqual(['A-3000 pending', 'A-1000 pending'])
})

test('a history that the worker has stored appears in the other tabs', async () => {
  const first = await firstVisit()
  const second = open()
  await load(second)
  world.server.clock.advance(1000)
  await sendReceipt(world.server, world.a, { receiptNo: 'A-2000' })
  await world.clock.advance(1000)
  await load(first)
  await world.clock.advance(100)
  expect(historyOf(second)).toEqual(['A-2000 pending', 'A-1000 pending'])
  expect(world.calls(HISTORY)).toBe(3)
})
