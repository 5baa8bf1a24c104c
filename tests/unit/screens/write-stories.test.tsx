import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import OutboxScreen from '#src/screens/outbox/outbox.tsx'
import { draftToEdit } from '#src/screens/receipt/receipt-form-draft.ts'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import Thanks from '#src/screens/thanks/thanks.tsx'
import { latestValue } from '#src/state/resource.ts'
import { done, historyOf, type Models, openModels, typedReceipt, visited } from '#tests/kit/models.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { show } from '#tests/kit/render.tsx'
import { columnsOf, eachTest } from '#tests/kit/server.ts'

/** Tests the real screens with the real models, outbox and server: a screen's statements must agree with the server. */

const world = eachTest(offlineWorld)

const RECEIVED = 'เราได้รับใบเสร็จของคุณแล้ว'

async function open(models: Models, screen: ReactNode, path = '/') {
  const { receipts, answers, rewards, customer, outbox, master } = models
  const shown = await show(
    screen,
    { features: ['share', 'send'] },
    { path, models: { receipts, answers, rewards, customer, outbox, master } },
  )
  return { ...shown, pass: (ms: number) => shown.act(() => world.clock.advance(ms)) }
}
const thanks = (models: Models, id: string | null) =>
  open(models, <Thanks />, `/thanks?sent=receipt&job=${id}`)
const amounts = async () => {
  const rows = await columnsOf(world.server, 'receipt', ['receipt_no', 'amount_satang', 'status'])
  return rows.map(row => `${row.receipt_no} ${row.amount_satang / 100} ${row.status}`)
}

const models = eachTest(() => visited(world))

test('a receipt without a network: saved, after a reload still waiting, then received, after a reload still received', async () => {
  world.breakBy(() => 'drop-request')
  const sent = await done(world, models.receipts.send(typedReceipt(models, 'ST-0001'), null))
  const before = await thanks(models, sent.id)
  expect(before.text()).toContain('บันทึกไว้แล้ว รอส่ง')
  await before.leave()
  models.page.crash()

  const again = openModels(world.phone)
  const after = await thanks(again, sent.id)
  expect(after.text()).not.toContain(RECEIVED)
  await after.pass(1000)
  expect(after.text()).toContain('บันทึกไว้แล้ว รอส่ง')
  expect(await world.receipts()).toEqual([])
  world.breakBy(() => 'ok')
  await after.pass(60_000)
  expect(await world.receipts()).toEqual(['A ST-0001'])
  expect(after.text()).toContain(RECEIVED)
  await after.leave()
  again.page.crash()

  const third = openModels(world.phone)
  await world.clock.advance(1000)
  expect((await thanks(third, sent.id)).text()).toContain(RECEIVED)
})

test('never says received while the phone’s database hangs, and a refusal afterwards is shown', async () => {
  world.breakBy(() => 'drop-request')
  const sent = await done(
    world,
    models.receipts.send({ ...typedReceipt(models, 'ST-0002'), amount: '1' }, null),
  )
  const second = openModels(world.phone)
  second.page.loseStorage()
  const screen = await thanks(second, sent.id)
  await screen.pass(20_000)
  expect(screen.text()).toContain('กำลังตรวจสอบ')
  await screen.leave()
  second.page.crash()
  world.breakBy(() => 'ok')
  const first = await thanks(models, sent.id)
  await first.pass(120_000)
  expect(first.text()).toContain('ยอดซื้อไม่ถึงขั้นต่ำ')
  expect(first.text()).not.toContain(RECEIVED)
})

test('a phone that cannot save says so, and takes it back once it has saved', async () => {
  world.breakBy(() => 'drop-request')
  world.phone.full = true
  const sent = await done(world, models.receipts.send(typedReceipt(models, 'ST-0003'), null))
  const screen = await thanks(models, sent.id)
  expect(screen.text()).toContain('ยังไม่ได้บันทึก เปิดหน้านี้ไว้')
  expect(screen.has('button', 'กลับไปที่แชท')).toBe(false)
  world.phone.full = false
  await screen.pass(60_000)
  expect(screen.text()).toContain('บันทึกไว้แล้ว รอส่ง')
  world.breakBy(() => 'ok')
  await screen.pass(120_000)
  expect(screen.text()).toContain(RECEIVED)
})

test('a receipt deleted in another tab is not received', async () => {
  const other = openModels(world.phone)
  world.breakBy(() => 'drop-request')
  await done(world, models.answers.send('x'))
  const sent = await done(world, models.receipts.send(typedReceipt(models, 'ST-0004'), null))
  const screen = await thanks(models, sent.id)
  await screen.pass(100)
  await screen.act(async () => {
    expect(await done(world, other.outbox.discard(sent.id ?? ''))).toBe(true)
  })
  await screen.pass(1000)
  expect(screen.text()).toContain('คุณลบรายการนี้แล้ว')
})

test('another tab shows that a receipt is being sent, and a slow answer is not a missing network', async () => {
  const other = openModels(world.phone)
  world.breakBy(request => (isReceiptPost(request) ? 'hang' : 'ok'))
  const sending = models.receipts.send(typedReceipt(models, 'ST-0005'), null)
  await world.clock.advance(7000)
  const sent = await done(world, sending)
  expect(sent).toMatchObject({ state: 'queued' })
  for (const tab of [models, other]) {
    const screen = await thanks(tab, sent.id)
    expect(screen.text()).toContain('กำลังส่ง')
    await screen.leave()
  }
})

test('editing a queued receipt replaces it, and a receipt that may have arrived is corrected after it', async () => {
  const { receipts, outbox } = models
  const edit = async (id: string, amount: string) => {
    const entry = receipts.find(id)
    if (entry === null) throw new Error('The receipt is not in the history')
    const draft = draftToEdit(entry.receipt, entry.queued, null)
    return done(world, receipts.send({ ...draft, amount }, id), 10_000)
  }
  world.breakBy(() => 'drop-request')
  await done(world, models.answers.send('x'))
  const unsent = typedReceipt(models, 'ST-0006')
  const first = await done(world, receipts.send(unsent, null))
  const second = await edit(unsent.id, '350')
  expect(outbox.find(first.id ?? '')).toMatchObject({ state: 'replaced' })
  const replaced = await thanks(models, first.id)
  expect(replaced.text()).toContain('คุณแก้ไขรายการนี้แล้ว')
  await replaced.leave()
  expect(outbox.jobs.value.filter(job => job.receipt !== null)).toMatchObject([{ id: second.id }])
  await edit(unsent.id, '360')
  await world.online(120_000)
  expect(await amounts()).toEqual(['ST-0006 360 pending'])

  world.breakBy(request => (isReceiptPost(request) ? 'drop-reply' : 'ok'))
  const lost = typedReceipt(models, 'ST-0007')
  await done(world, receipts.send(lost, null), 1000)
  await edit(lost.id, '370')
  await world.online(120_000)
  expect(await amounts()).toEqual(['ST-0006 360 pending', 'ST-0007 370 pending'])
  expect(outbox.jobs.value).toEqual([])
})

test('a receipt that the server has with other contents is shown as sent before, and its form corrects it', async () => {
  const { receipts, outbox } = models
  const given = typedReceipt(models, 'ST-0008')
  await done(world, receipts.send(given, null), 1000)
  const again = await done(world, receipts.send({ ...given, amount: '380' }, null), 60_000)
  expect(again).toMatchObject({ state: 'refused', failure: { code: 'RECEIPT_EXISTS' } })
  const screen = await open(models, <OutboxScreen />)
  expect(screen.text()).toContain('คุณส่งใบเสร็จนี้แล้ว')
  const entry = receipts.find(given.id)
  if (entry === null) throw new Error('The receipt is not in the history')
  const draft = draftToEdit(entry.receipt, entry.queued, null)
  expect(draft).toMatchObject({ version: 1, amount: '380' })
  await screen.act(() => done(world, receipts.send(draft, given.id), 1000))
  expect(await amounts()).toEqual(['ST-0008 380 pending'])
  expect(outbox.jobs.value).toEqual([])
})

test('withdrawing without a network changes nothing until the server has received it', async () => {
  const given = typedReceipt(models, 'ST-0009')
  await done(world, models.receipts.send(given, null), 1000)
  world.breakBy(() => 'drop-request')
  expect(await done(world, models.receipts.withdraw(given.id))).toMatchObject({ state: 'queued' })
  expect(latestValue(models.receipts.history.value)?.[0]).toMatchObject({
    receipt: { status: 'pending' },
    queued: { route: 'deleteReceipt' },
  })
  const screen = await open(models, <OutboxScreen />)
  expect(screen.text()).toContain('รอถอน')
  expect(await amounts()).toEqual(['ST-0009 1250.5 pending'])
  world.breakBy(() => 'ok')
  await screen.pass(120_000)
  expect(await amounts()).toEqual(['ST-0009 1250.5 void'])
  expect(historyOf(models)).toEqual(['ST-0009 void'])
})

test('a withdrawal whose acknowledgement was lost is not called missing, because the server has it', async () => {
  const given = typedReceipt(models, 'ST-0011')
  await done(world, models.receipts.send(given, null), 1000)
  world.breakBy(({ method }) => (method === 'DELETE' ? 'drop-reply' : 'ok'))
  expect(await done(world, models.receipts.withdraw(given.id), 1000)).toMatchObject({ state: 'queued' })
  expect(await amounts()).toEqual(['ST-0011 1250.5 void'])
  const { receipts, outbox } = models
  const place = { path: `/receipt/${given.id}`, route: '/receipt/:id', models: { receipts, outbox } }
  const receipt = await show(<ReceiptDetail />, {}, place)
  await receipt.act(() => world.clock.advance(0))
  expect(receipt.text()).toContain('ระบบยังไม่ได้ยืนยันการถอน')
  expect(receipt.text()).not.toContain('ใบเสร็จยังไม่ถูกถอน')
})

test('a queued answer that is edited is sent once, with the newest text', async () => {
  world.breakBy(() => 'drop-request')
  await done(world, models.receipts.send(typedReceipt(models, 'ST-0010'), null))
  await done(world, models.answers.send('แรก'))
  await done(world, models.answers.send('หลัง'))
  expect(models.outbox.jobs.value.flatMap(job => job.answer?.text ?? [])).toEqual(['หลัง'])
  await world.online(120_000)
  expect(world.calls('POST /api/answer')).toBe(1)
})

test('many receipts say that only some are sent each minute, and are sent while the app is open', async () => {
  world.breakBy(request => (isReceiptPost(request) ? 'too-many' : 'ok'))
  for (let n = 0; n < 6; n += 1)
    await done(world, models.receipts.send(typedReceipt(models, `ST-${1000 + n}`), null), 10)
  const screen = await open(models, <OutboxScreen />)
  expect(screen.text()).toContain('รอส่ง 6 รายการ')
  expect(screen.text()).toContain('ระบบรับได้ไม่กี่รายการต่อนาที')
  world.breakBy(() => 'ok')
  await screen.pass(120_000)
  expect(await world.receipts()).toHaveLength(6)
  expect(screen.text()).not.toContain('รอส่ง 6 รายการ')
})
