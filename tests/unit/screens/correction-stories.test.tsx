import { expect, test } from 'vitest'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import { draftToEdit } from '#src/screens/receipt/receipt-form-draft.ts'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import { photoKey } from '#src/storage/keys.ts'
import { done, historyOf, type Models, openModels, typedReceipt, visited } from '#tests/kit/models.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { show } from '#tests/kit/render.tsx'
import { columnsOf, eachTest, insert, rowOf } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

const stored = async () => {
  const rows = await columnsOf(world.server, 'receipt', ['receipt_no', 'amount_satang', 'status'])
  return rows.map(row => `${row.receipt_no} ${row.amount_satang / 100} ${row.status}`)
}

/** Corrects the receipt's amount. The other fields are filled in as in the form. */
function edit({ receipts }: Models, id: string, amount: string) {
  const entry = receipts.find(id)
  if (entry === null) throw new Error('The receipt is not in the history')
  const draft = draftToEdit(entry.receipt, entry.queued, null)
  return done(world, receipts.send({ ...draft, amount }, id), 10_000)
}

test('withdrawing a receipt that the server has with other contents withdraws the server’s receipt', async () => {
  const models = await visited(world)
  const { receipts, outbox } = models
  const given = typedReceipt(models, 'CS-0001')
  await done(world, receipts.send(given, null), 1000)
  const again = await done(world, receipts.send({ ...given, amount: '380' }, null), 60_000)
  expect(again).toMatchObject({ state: 'refused', failure: { code: 'RECEIPT_EXISTS' } })
  expect(await done(world, receipts.withdraw(given.id), 10_000)).toMatchObject({ state: 'received' })
  expect(await stored()).toEqual(['CS-0001 1250.5 void'])
  expect(outbox.jobs.value).toEqual([])
})

test('a new receipt replaces every refused write on it, so that none says that it was refused', async () => {
  const models = await visited(world)
  const { receipts, outbox } = models
  world.breakBy(request => (isReceiptPost(request) ? 'drop-reply' : 'ok'))
  const given = typedReceipt(models, 'CS-0002')
  await done(world, receipts.send({ ...given, amount: '1' }, null), 1000)
  // The first receipt may have arrived, so this edit is sent as a correction.
  await edit(models, given.id, '2')
  await world.online(120_000)
  expect(outbox.jobs.value.map(({ route, state }) => `${route} ${state}`)).toEqual([
    'createReceipt refused',
    'updateReceipt refused',
  ])
  await edit(models, given.id, '390')
  await world.clock.advance(10_000)
  expect(await stored()).toEqual(['CS-0002 390 pending'])
  expect(outbox.jobs.value).toEqual([])
  expect(historyOf(models)).toEqual(['CS-0002 pending'])
})

test('fills the form with a refused correction of a receipt that is not on the first page', async () => {
  const first = await visited(world)
  const given = typedReceipt(first, 'CS-0003')
  await done(world, first.receipts.send(given, null), 1000)
  await edit(first, given.id, '1')
  first.page.close()
  const row = await rowOf(world.server, 'receipt')
  const newer = Array.from({ length: 60 }, (_, n) => ({
    ...row,
    id: world.id(),
    created_at: row.created_at + n + 1,
  }))
  await insert(world.server, 'receipt', newer)
  const models = openModels(world.phone)
  const { receipts, outbox, master } = models
  await done(world, receipts.load(), 1000)
  expect(receipts.find(given.id)).toBe(null)
  const place = {
    path: `/receipt/${given.id}/edit`,
    route: '/receipt/:id/edit',
    models: { receipts, outbox, master },
  }
  const screen = await show(<ReceiptScreen />, {}, place)
  await screen.act(() => world.clock.advance(1000))
  expect(screen.text()).toContain('ยอดซื้อไม่ถึงขั้นต่ำ')
  expect(screen.field('amount').value).toBe('1')
})

test('a receipt that was corrected on its own screen is not offered again as an unfinished new one', async () => {
  const models = await visited(world)
  const { receipts } = models
  const given = { ...typedReceipt(models, 'CS-0004'), amount: '1' }
  expect(await done(world, receipts.send(given, null), 1000)).toMatchObject({ state: 'refused' })
  // The form of the new receipt is still open, and stores the customer's next changes.
  await done(world, receipts.saveDraft(null, { ...given, amount: '40' }))
  await edit(models, given.id, '400')
  expect(await stored()).toEqual(['CS-0004 400 pending'])
  expect(await done(world, receipts.loadDraft(null))).toBe(null)
  const other = receipts.newDraft()
  await done(world, receipts.saveDraft(null, other))
  await edit(models, given.id, '410')
  expect(await done(world, receipts.loadDraft(null))).toEqual(other)
})

test('the history shows what the newest correction of a queued receipt sends', async () => {
  const models = await visited(world)
  world.breakBy(request => (isReceiptPost(request) ? 'drop-reply' : 'ok'))
  const given = typedReceipt(models, 'CS-0005')
  await done(world, models.receipts.send(given, null), 1000)
  world.breakBy(() => 'drop-request')
  await edit(models, given.id, '370')
  expect(models.receipts.find(given.id)).toMatchObject({
    receipt: { amount: 370, version: 0 },
    queued: { route: 'updateReceipt' },
  })
})

/** Sends a receipt whose first of two photos the phone has lost, so it is refused. Returns its id and both hashes. */
async function sentWithoutPhoto(models: Models, receiptNo: string) {
  const given = typedReceipt(models, receiptNo)
  const other = typedReceipt(models, 'CS-0099')
  const photos = [...given.photos, ...other.photos]
  const [lost = '', kept = ''] = photos.map(({ sha256 }) => sha256)
  world.breakBy(() => 'drop-request')
  await done(world, models.receipts.send({ ...given, photos }, null), 1000)
  await world.phone.disk.delete([photoKey(world.a.customerId, lost)])
  await world.online(60_000)
  expect(models.outbox.jobs.value).toMatchObject([{ failure: { code: 'IMAGE_MISSING' } }])
  return { id: given.id, lost, kept }
}

test('the form of a receipt whose photo is lost starts without that photo, so that the new one is enough', async () => {
  const models = await visited(world)
  const { receipts, outbox, master } = models
  const { id } = await sentWithoutPhoto(models, 'CS-0010')
  const place = {
    path: `/receipt/${id}/edit`,
    route: '/receipt/:id/edit',
    models: { receipts, outbox, master },
  }
  const screen = await show(<ReceiptScreen />, {}, place)
  await screen.act(() => world.clock.advance(1000))
  expect(screen.text()).toContain('ไม่พบรูปภาพ กรุณาถ่ายใหม่อีกครั้ง')
  expect([1, 2].map(n => screen.has('button', `ลบรูปที่ ${n}`))).toEqual([true, false])
})

test('only a photo that the server does not have either is lost, and not one about which it gives no answer', async () => {
  const models = await visited(world)
  const { lost, kept } = await sentWithoutPhoto(models, 'CS-0011')
  const lostOf = (hashes: readonly string[]) => done(world, models.receipts.lostPhotos(hashes), 60_000)
  expect(await lostOf([lost, kept])).toEqual([lost])
  for (const fault of ['drop-request', 'unavailable', 'no-such-page'] as const) {
    world.breakBy(() => fault)
    expect(await lostOf([lost, kept]), fault).toEqual([])
  }
  world.breakBy(() => 'ok')
  await world.phone.disk.delete([photoKey(world.a.customerId, kept)])
  // The server has the second photo from the refused attempt.
  expect(await lostOf([lost, kept])).toEqual([lost])
})

test('does not say deleted if another tab has deleted the withdrawal, and the receipt still counts', async () => {
  const models = await visited(world)
  const given = typedReceipt(models, 'CS-0006')
  await done(world, models.receipts.send(given, null), 1000)
  const other = openModels(world.phone)
  // Both tabs are sending a receipt, so the withdrawal waits for its turn.
  world.breakBy(request => (isReceiptPost(request) ? 'hang' : 'ok'))
  for (const number of ['CS-0007', 'CS-0008']) void models.receipts.send(typedReceipt(models, number), null)
  await world.clock.advance(100)
  const { receipts, outbox, master } = models
  const place = { path: `/receipt/${given.id}`, route: '/receipt/:id', models: { receipts, outbox, master } }
  const screen = await show(<ReceiptDetail />, {}, place)
  await screen.act(() => world.clock.advance(100))
  await screen.press('ถอนใบเสร็จนี้')
  await screen.press('ถอนใบเสร็จนี้')
  await screen.act(() => world.clock.advance(100))
  const withdrawal = other.outbox.jobs.value.find(({ route }) => route === 'deleteReceipt')
  await screen.act(async () => {
    expect(await done(world, other.outbox.discard(withdrawal?.id ?? ''), 100)).toBe(true)
  })
  await screen.act(() => world.clock.advance(100))
  expect(screen.app.toasts.list.value).toEqual([])
  expect(screen.path()).toBe(`/receipt/${given.id}`)
})
