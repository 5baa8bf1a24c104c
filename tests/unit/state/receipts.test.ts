import { expect, test } from 'vitest'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { draftOfReceipt } from '#src/screens/receipt/receipt-form-draft.ts'
import { latestValue } from '#src/state/resource.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { sha256Of } from '#tests/kit/images.ts'
import { done, historyOf, openModels, typedReceipt, visited } from '#tests/kit/models.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

/** Sends one receipt more than a page of the history holds. Returns the ids. */
async function sendTwoPages() {
  const ids: string[] = []
  for (let nth = 0; nth < 51; nth += 1) {
    world.server.clock.advance(1000)
    ids.push((await sendReceipt(world.server, world.a)).body.id)
  }
  return ids
}
const stored = async (id: string) =>
  (await world.server.call('getReceipt', { token: world.a.token, params: { id } })).body

test('shows a receipt sent without a network in the history at once, and later the server’s version', async () => {
  const models = await visited(world)
  world.breakBy(() => 'drop-request')
  const sent = await done(world, models.receipts.send(typedReceipt(models, 'BD-0001'), null))
  expect(sent).toMatchObject({ state: 'queued', kept: true })
  expect(historyOf(models)).toEqual(['BD-0001 queued'])
  expect(latestValue(models.receipts.history.value)?.[0]?.receipt).toMatchObject({
    amount: 1250.5,
    purchasedAt: '2026-11-20T10:30:00+07:00',
    storeName: expect.stringMatching(/.+/),
  })
  models.page.crash()
  const again = openModels(world.phone)
  await world.clock.advance(10)
  expect(historyOf(again)).toEqual(['BD-0001 queued'])
  expect(again.outbox.waiting.value).toBe(1)
  await world.online(60_000)
  expect(historyOf(again)).toEqual(['BD-0001 pending'])
  expect(again.outbox.waiting.value).toBe(0)
  const { body } = await world.server.call('receiptHistory', { token: world.a.token })
  expect(body).toMatchObject([{ receiptNo: 'BD-0001', amount: 1250.5 }])
})

test('shows a queued photo without a network', async () => {
  const models = await visited(world)
  world.breakBy(() => 'drop-request')
  const given = typedReceipt(models, 'BD-0002')
  await done(world, models.receipts.send(given, null))
  const photo = await done(world, models.receipts.photo(given.photos[0]?.sha256 ?? ''))
  expect(photo?.type).toBe('image/png')
  expect(sha256Of(new Uint8Array((await photo?.arrayBuffer()) ?? []))).toBe(given.photos[0]?.sha256)
})

test('keeps a receipt draft and its photo across page loads and deletes it when it is sent', async () => {
  const models = await visited(world)
  const given = typedReceipt(models, 'BD-0003')
  expect(await done(world, models.receipts.saveDraft(null, given))).toBe(true)
  models.page.crash()
  const { receipts } = openModels(world.phone)
  const found = await done(world, receipts.loadDraft(null))
  expect(found).toEqual(given)
  expect(await done(world, receipts.send(given, null), 1000)).toMatchObject({ state: 'received' })
  expect(await done(world, receipts.loadDraft(null))).toBeNull()
})

test('warns about the same number from the same store in any spelling', async () => {
  const models = await visited(world)
  await done(world, models.receipts.send(typedReceipt(models, 'BD-0004'), null), 1000)
  expect(models.receipts.duplicateOf(typedReceipt(models, 'bd 0004'))?.receipt.receiptNo).toBe('BD-0004')
  expect(models.receipts.duplicateOf(typedReceipt(models, 'BD-0005'))).toBeNull()
  expect(models.receipts.duplicateOf({ ...typedReceipt(models, 'BD-0004'), storeId: 2 })).toBeNull()
})

test('withdrawing a receipt that was never sent removes it completely', async () => {
  const models = await visited(world)
  world.breakBy(() => 'drop-request')
  await done(world, models.answers.send('x'))
  const given = typedReceipt(models, 'BD-0006')
  await done(world, models.receipts.send(given, null))
  await done(world, models.receipts.withdraw(given.id))
  expect(historyOf(models)).toEqual([])
  await world.online(120_000)
  expect(await world.receipts()).toEqual([])
})

test('withdraws a receipt on the server, after it has arrived, if it may have been sent', async () => {
  const models = await visited(world)
  world.breakBy(() => 'drop-reply')
  const given = typedReceipt(models, 'BD-0009')
  await done(world, models.receipts.send(given, null))
  await done(world, models.receipts.withdraw(given.id), 10_000)
  await world.online(120_000)
  expect((await stored(given.id)).status).toBe('void')
  expect(models.outbox.jobs.value).toEqual([])
})

test('keeps a corrected receipt of an older page as one row in its place', async () => {
  const ids = await sendTwoPages()
  const [oldest = ''] = ids
  const { receipts } = await visited(world)
  await done(world, receipts.loadMore())
  const before = receipts.find(oldest)?.receipt
  expect(before?.amount).toBe(250.5)
  const corrected = { storeId: 1, receiptNo: 'OLD-77', amount: '177', purchasedAt: '2026-11-20T10:30' }
  const sent = receipts.send(
    { ...corrected, id: oldest, version: before?.version ?? null, photos: [], kept: before?.images ?? [] },
    oldest,
  )
  expect(await done(world, sent)).toMatchObject({ state: 'received' })
  const shown = latestValue(receipts.history.value)?.map(({ receipt }) => receipt) ?? []
  expect(shown.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(shown.at(-1)).toMatchObject({ receiptNo: 'OLD-77', amount: 177 })
})

test('a refused queued receipt can be corrected without deleting another draft', async () => {
  const models = await visited(world)
  const { receipts } = models
  world.breakBy(() => 'drop-request')
  const wrong = { ...typedReceipt(models, 'BD-0009'), amount: '1' }
  expect(await done(world, receipts.send(wrong, null))).toMatchObject({ state: 'queued', kept: true })
  await world.online(120_000)
  expect(historyOf(models)).toEqual(['BD-0009 refused'])
  await done(world, receipts.saveDraft(null, typedReceipt(models, 'BD-0010')))
  const shown = receipts.find(wrong.id)?.receipt
  if (shown === undefined) throw new Error('the refused receipt is not shown')
  const corrected = { ...draftOfReceipt(shown), amount: '350' }
  expect(await done(world, receipts.send(corrected, corrected.id))).toMatchObject({ state: 'received' })
  await world.clock.advance(1000)
  expect(historyOf(models)).toEqual(['BD-0009 pending'])
  expect((await done(world, receipts.loadDraft(null)))?.receiptNo).toBe('BD-0010')
})

test('withdraws a receipt on the server while another tab is sending it', async () => {
  const models = await visited(world)
  const other = openModels(world.phone)
  void other.receipts.load()
  await world.clock.advance(1000)
  world.breakBy(request => (isReceiptPost(request) ? 'hang-reply' : 'ok'))
  const given = typedReceipt(models, 'BD-0011')
  void models.receipts.send(given, null)
  await world.clock.advance(1000)
  expect(historyOf(other)).toEqual(['BD-0011 sending'])
  const withdrawn = other.receipts.withdraw(given.id)
  world.breakBy(() => 'ok')
  await done(world, withdrawn, 120_000)
  expect((await stored(given.id)).status).toBe('void')
  expect(models.outbox.jobs.value).toEqual([])
})

test('a receipt corrected twice without a network arrives with the last values and both photos', async () => {
  const sent = await sendReceipt(world.server, world.a)
  const models = await visited(world)
  const { receipts } = models
  world.breakBy(() => 'drop-request')
  const shown = () => {
    const receipt = receipts.find(sent.body.id)?.receipt
    if (receipt === undefined) throw new Error('the receipt is not shown')
    return draftOfReceipt(receipt)
  }
  const more = typedReceipt(models, 'BD-0012').photos
  await done(world, receipts.send({ ...shown(), amount: '300', photos: more }, sent.body.id), 10_000)
  await done(world, receipts.send({ ...shown(), amount: '400' }, sent.body.id), 10_000)
  await world.online(120_000)
  expect(models.outbox.jobs.value).toEqual([])
  expect(await stored(sent.body.id)).toMatchObject({
    amount: 400,
    images: [sent.body.images[0], more[0]?.sha256],
  })
})

test('repeats a one-off read under a new session', async () => {
  await sendTwoPages()
  const models = await visited(world)
  const { receipts, rewards, customer } = models
  const given = typedReceipt(models, 'BD-0013')
  await done(world, receipts.send(given, null), 1000)
  world.phone.renewal = async () => world.a.token
  async function worn<T>(ask: () => Promise<T>): Promise<T> {
    world.phone.signIn({ customerId: world.a.customerId, token: 'x'.repeat(43) })
    return done(world, ask(), 70_000)
  }
  expect(await worn(receipts.loadMore)).toBeNull()
  expect(receipts.hasMore.value).toBe(false)
  expect(await worn(() => receipts.photo(given.photos[0]?.sha256 ?? ''))).not.toBeNull()
  const unknown = await worn(() => receipts.get(world.id()))
  expect(unknown).toMatchObject({ failure: { code: 'NOT_FOUND' } })
  const use = await worn(() => rewards.use('concert', {}))
  expect(use).toMatchObject({ failure: { code: 'REWARD_NOT_CREATED' } })
  expect(await worn(() => customer.setMarketing(MARKETING_VERSION))).toMatchObject({ ok: true })
})

test('returns the failure if an older page cannot be loaded', async () => {
  await sendTwoPages()
  const { receipts } = await visited(world)
  world.breakBy(() => 'drop-request')
  expect(await done(world, receipts.loadMore())).toEqual({ kind: 'network' })
})

test('asking twice for the next page adds it once', async () => {
  await sendTwoPages()
  const { receipts } = await visited(world)
  await done(world, Promise.all([receipts.loadMore(), receipts.loadMore()]))
  const shown = latestValue(receipts.history.value)?.map(({ receipt }) => receipt.id) ?? []
  expect([shown.length, new Set(shown).size]).toEqual([51, 51])
})

test('a receipt that was cut off while being sent is delivered at the next visit and not offered as a draft', async () => {
  const models = await visited(world)
  const draft = typedReceipt(models, 'BD-0021')
  await done(world, models.receipts.saveDraft(null, draft))
  world.breakBy(request => (isReceiptPost(request) ? 'drop-reply' : 'ok'))
  void models.receipts.send(draft, null)
  await world.clock.advance(0)
  models.page.crash()
  world.breakBy(() => 'ok')
  const next = openModels(world.phone)
  expect(await done(world, next.receipts.loadDraft(null))).toBeNull()
  await done(world, next.receipts.load(), 10_000)
  expect(historyOf(next)).toEqual(['BD-0021 pending'])
  expect(next.outbox.jobs.value).toEqual([])
})

test('a receipt that is sent again after a lost reply on a full phone counts as received', async () => {
  const models = await visited(world)
  const draft = typedReceipt(models, 'BD-0022')
  world.phone.full = true
  world.breakBy(request => (isReceiptPost(request) ? 'drop-reply' : 'ok'))
  const first = await done(world, models.receipts.send(draft, null), 7000)
  expect(first).toMatchObject({ state: 'queued', kept: false })
  models.page.crash()
  world.phone.full = false
  world.breakBy(() => 'ok')
  const next = openModels(world.phone)
  // The customer types the same receipt again; the form has kept its id.
  const again = await done(world, next.receipts.send(draft, null), 7000)
  expect(again).toMatchObject({ state: 'received' })
  expect(await world.receipts()).toHaveLength(1)
})

test('editing a queued receipt replaces it, and corrects it if it may have been sent', async () => {
  const models = await visited(world)
  world.breakBy(() => 'drop-request')
  const draft = typedReceipt(models, 'BD-0023')
  await done(world, models.receipts.send(draft, null), 7000)
  const routes = () => models.outbox.jobs.value.map(({ route, receipt }) => `${route} ${receipt?.amount}`)
  // The first attempt failed, and the phone cannot tell whether the server has the receipt.
  await done(world, models.receipts.send({ ...draft, amount: '300' }, null), 7000)
  expect(routes()).toEqual(['createReceipt 1250.5', 'updateReceipt 300'])
  world.phone.signIn(null)
  world.phone.signIn(world.a)
  await world.online(120_000)
  expect((await stored(draft.id)).amount).toBe(300)
})

test('a correction of a receipt that the server already has is refused with the server’s receipt', async () => {
  const models = await visited(world)
  const draft = typedReceipt(models, 'BD-0024')
  await done(world, models.receipts.send(draft, null), 1000)
  const sent = await done(world, models.receipts.send({ ...draft, amount: '300' }, null), 7000)
  expect(sent).toMatchObject({ state: 'refused', failure: { code: 'RECEIPT_EXISTS' } })
  const current = { amount: 1250.5, version: 1 }
  expect(models.outbox.jobs.value).toMatchObject([{ state: 'refused', failure: { current } }])
})
