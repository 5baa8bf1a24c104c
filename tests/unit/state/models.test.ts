// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draftOfReceipt } from '#src/screens/receipt/receipt-form-draft.ts'
import { known } from '#src/state/resource.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { png, sha256Of } from '#tests/kit/images.ts'
import { type Models, openModels } from '#tests/kit/models.ts'
import { type OfflineWorld, offlineWorld } from '#tests/kit/offline-world.ts'

let world: OfflineWorld
beforeEach(async () => {
  world = await offlineWorld()
})
afterEach(() => world.server.close())

/** Lets a model's work finish. */
async function done<T>(work: Promise<T>, ms = 0): Promise<T> {
  await world.clock.advance(ms)
  return work
}

/** The app on a phone where A has been before: everything has been seen once, and the page was closed. */
async function visited(): Promise<Models> {
  world.phone.signIn(world.a)
  const models = openModels(world.phone)
  const { campaign, master, customer, receipts, rewards, answers } = models
  await done(
    Promise.all([campaign, master, customer, receipts, rewards, answers.question].map(m => m.load())),
  )
  return models
}

function draft(models: Models, receiptNo: string): ReceiptDraft {
  const photo = png(220, 240, Number.parseInt(receiptNo.slice(-2), 10))
  const bytes = new Uint8Array(photo).buffer
  const shot = { bytes, type: 'image/png' as const, width: 220, height: 240, sha256: sha256Of(photo) }
  return {
    ...models.receipts.newDraft(),
    storeId: 1,
    receiptNo,
    amount: '1,250.50',
    purchasedAt: '2026-11-20T10:30',
    photos: [shot],
  }
}

const lines = (models: Models) =>
  known(models.receipts.history.value)?.map(
    ({ receipt, queued }) => `${receipt.receiptNo} ${queued?.state ?? receipt.status}`,
  )

test('the phone’s copy is shown before the server answers, and stays when it does not', async () => {
  const first = await visited()
  first.page.close()
  world.breakBy(() => 'hang')
  const { customer, campaign, master } = openModels(world.phone)
  const loads = [customer.load(), campaign.load(), master.load()]
  await world.clock.advance(10)
  expect(customer.current.value).toMatchObject({ state: 'ready', refreshing: true })
  expect(campaign.state.value).toBe('open')
  expect(master.provinces.value).toHaveLength(77)
  await done(Promise.all(loads), 30_000)
  expect(customer.current.value).toMatchObject({
    state: 'failed',
    failure: { kind: 'timeout' },
    value: { id: world.a.customerId },
  })
})

test('a receipt sent without a network stands in the history at once and becomes the server’s own', async () => {
  const models = await visited()
  world.breakBy(() => 'drop-request')
  const sent = await done(models.receipts.send(draft(models, 'BD-0001'), null))
  expect(sent).toEqual({ state: 'queued' })
  expect(lines(models)).toEqual(['BD-0001 queued'])
  expect(known(models.receipts.history.value)?.[0]?.receipt).toMatchObject({
    amount: 1250.5,
    purchasedAt: '2026-11-20T10:30:00+07:00',
    storeName: expect.stringMatching(/.+/),
  })
  models.page.crash()
  const again = openModels(world.phone)
  await world.clock.advance(10)
  expect(lines(again)).toEqual(['BD-0001 queued'])
  expect(again.outbox.waiting.value).toBe(1)
  world.breakBy(() => 'ok')
  await world.clock.advance(60_000)
  expect(lines(again)).toEqual(['BD-0001 pending'])
  expect(again.outbox.waiting.value).toBe(0)
  const { body } = await world.server.call('receiptHistory', { token: world.a.token })
  expect(body).toMatchObject([{ receiptNo: 'BD-0001', amount: 1250.5 }])
})

test('a queued photo can be looked at without a network', async () => {
  const models = await visited()
  world.breakBy(() => 'drop-request')
  const given = draft(models, 'BD-0002')
  await done(models.receipts.send(given, null))
  const photo = await done(models.receipts.photo(given.photos[0]?.sha256 ?? ''))
  expect(photo?.type).toBe('image/png')
  expect(sha256Of(new Uint8Array((await photo?.arrayBuffer()) ?? []))).toBe(given.photos[0]?.sha256)
})

test('a half-filled receipt outlives the page with its photo, byte for byte, and goes when it is sent', async () => {
  const models = await visited()
  const given = draft(models, 'BD-0003')
  expect(await done(models.receipts.saveDraft(null, given))).toBe(true)
  models.page.crash()
  const { receipts } = openModels(world.phone)
  const found = await done(receipts.loadDraft(null))
  expect(found).toEqual(given)
  expect(await done(receipts.send(given, null), 1000)).toEqual({ state: 'received' })
  expect(await done(receipts.loadDraft(null))).toBeNull()
})

test('the same number from the same store is worth a warning, however it is written', async () => {
  const models = await visited()
  await done(models.receipts.send(draft(models, 'BD-0004'), null), 1000)
  expect(models.receipts.duplicateOf(draft(models, 'bd 0004'))?.receipt.receiptNo).toBe('BD-0004')
  expect(models.receipts.duplicateOf(draft(models, 'BD-0005'))).toBeNull()
  expect(models.receipts.duplicateOf({ ...draft(models, 'BD-0004'), storeId: 2 })).toBeNull()
})

test('withdrawing a receipt that never left the phone leaves nothing anywhere', async () => {
  const models = await visited()
  world.breakBy(() => 'drop-request')
  await done(models.answers.send('x'))
  const given = draft(models, 'BD-0006')
  await done(models.receipts.send(given, null))
  await done(models.receipts.withdraw(given.id))
  expect(lines(models)).toEqual([])
  world.breakBy(() => 'ok')
  await world.clock.advance(120_000)
  expect(await world.receipts()).toEqual([])
})

test('a receipt that may have left the phone is withdrawn on the server, after it arrived', async () => {
  const models = await visited()
  world.breakBy(() => 'drop-reply')
  const given = draft(models, 'BD-0009')
  await done(models.receipts.send(given, null))
  await done(models.receipts.withdraw(given.id), 10_000)
  world.breakBy(() => 'ok')
  await world.clock.advance(120_000)
  const { body } = await world.server.call('getReceipt', { token: world.a.token, params: { id: given.id } })
  expect(body.status).toBe('void')
  expect(models.outbox.jobs.value).toEqual([])
})

test('a profile change is seen at once, before and after a restart, and reaches the server', async () => {
  const models = await visited()
  world.breakBy(() => 'drop-request')
  expect(await done(models.customer.save({ firstName: 'มะลิ' }))).toEqual({ state: 'queued' })
  expect(models.customer.current.value).toMatchObject({ value: { firstName: 'มะลิ', lastName: 'ใจดี' } })
  models.page.crash()
  const { customer } = openModels(world.phone)
  await done(customer.load(), 10)
  expect(customer.current.value).toMatchObject({ value: { firstName: 'มะลิ' } })
  world.breakBy(() => 'ok')
  await world.clock.advance(60_000)
  const { body } = await world.server.call('getCustomer', { token: world.a.token })
  expect(body.firstName).toBe('มะลิ')
})

test('the next customer on this phone sees nothing of the one before', async () => {
  const models = await visited()
  await done(models.receipts.send(draft(models, 'BD-0007'), null), 1000)
  world.breakBy(() => 'drop-request')
  await done(models.receipts.send(draft(models, 'BD-0008'), null), 100)
  world.phone.signIn(world.b)
  await done(Promise.all([models.customer.load(), models.receipts.load()]), 100)
  expect(known(models.customer.current.value)).toBeNull()
  expect(lines(models) ?? []).toEqual([])
  expect(models.outbox.jobs.value).toEqual([])
})

test('an answer that was asked for by the customer before is thrown away', async () => {
  const models = await visited()
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const { ports } = models.page
  const call = ports.api.call
  Object.assign(ports.api, {
    call: async (...args: Parameters<typeof call>) => {
      const reply = await call(...args)
      if (args[0] === 'getCustomer') await held
      return reply
    },
  })
  const late = models.customer.load()
  await world.clock.advance(10)
  world.phone.signIn(world.b)
  release()
  await done(late)
  await world.clock.advance(10)
  expect(known(models.customer.current.value)?.id).not.toBe(world.a.customerId)
  expect(JSON.stringify(await world.phone.disk.entries(`u/${world.b.customerId}/`))).not.toContain(
    world.a.customerId,
  )
})

test('there is no reward before it is made, and one afterwards', async () => {
  const models = await visited()
  expect(models.rewards.current.value).toMatchObject({ state: 'ready', value: null })
  await done(models.rewards.create())
  expect(models.rewards.current.value).toMatchObject({ value: { customerId: world.a.customerId } })
})

test('a waiting answer is the newest one', async () => {
  const models = await visited()
  await done(models.answers.last.load())
  world.breakBy(() => 'drop-request')
  expect(await done(models.answers.send('ชาเขียว'))).toEqual({ state: 'queued' })
  expect(models.answers.last.current.value).toMatchObject({ value: { answerText: 'ชาเขียว' } })
  world.breakBy(() => 'ok')
  await world.clock.advance(60_000)
  const { body } = await world.server.call('lastAnswer', { token: world.a.token })
  expect(body.answerText).toBe('ชาเขียว')
})

test('the server’s clock is known on a phone whose own is wrong', async () => {
  world.clock.jump(-5 * 3_600_000)
  const { campaign } = await visited()
  expect(Math.abs(campaign.serverNow() - world.server.clock.now())).toBeLessThan(1000)
})

test('a session that is over is renewed once for everything that is read', async () => {
  world.phone.signIn({ customerId: world.a.customerId, token: 'x'.repeat(43) })
  let renewals = 0
  world.phone.renewal = async () => {
    renewals += 1
    return world.a.token
  }
  const { customer, receipts, answers } = openModels(world.phone)
  await done(Promise.all([customer.load(), receipts.load(), answers.last.load()]), 10)
  expect(renewals).toBe(1)
  expect(customer.current.value).toMatchObject({ state: 'ready', value: { id: world.a.customerId } })
})

test('a corrected receipt of an older page stays one line, in its place', async () => {
  const ids: string[] = []
  for (let nth = 0; nth < 51; nth += 1) {
    world.server.clock.advance(1000)
    ids.push((await sendReceipt(world.server, world.a)).body.id)
  }
  const [oldest = ''] = ids
  const { receipts } = await visited()
  await done(receipts.loadMore())
  const before = receipts.find(oldest)?.receipt
  expect(before?.amount).toBe(250.5)
  const corrected = { storeId: 1, receiptNo: 'OLD-77', amount: '177', purchasedAt: '2026-11-20T10:30' }
  const sent = receipts.send(
    {
      ...corrected,
      id: oldest,
      version: before?.version ?? null,
      photos: [],
      kept: before?.images ?? [],
    },
    oldest,
  )
  expect(await done(sent)).toEqual({ state: 'received' })
  const shown = known(receipts.history.value)?.map(({ receipt }) => receipt) ?? []
  expect(shown.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(shown.at(-1)).toMatchObject({ receiptNo: 'OLD-77', amount: 177 })
})

test('a receipt that was refused after it had waited can be corrected, and takes nothing else’s draft along', async () => {
  const models = await visited()
  const { receipts } = models
  world.breakBy(() => 'drop-request')
  const wrong = { ...draft(models, 'BD-0009'), amount: '1' }
  expect(await done(receipts.send(wrong, null))).toEqual({ state: 'queued' })
  world.breakBy(() => 'ok')
  await world.clock.advance(120_000)
  expect(lines(models)).toEqual(['BD-0009 needs-you'])
  await done(receipts.saveDraft(null, draft(models, 'BD-0010')))
  const shown = receipts.find(wrong.id)?.receipt
  if (shown === undefined) throw new Error('the refused receipt is not shown')
  const corrected = { ...draftOfReceipt(shown), amount: '350' }
  expect(await done(receipts.send(corrected, corrected.id))).toEqual({ state: 'received' })
  await world.clock.advance(1000)
  expect(lines(models)).toEqual(['BD-0009 pending'])
  expect((await done(receipts.loadDraft(null)))?.receiptNo).toBe('BD-0010')
})
