import { expect, test } from 'vitest'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import { done, type Models, typedReceipt, visited } from '#tests/kit/models.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { show } from '#tests/kit/render.tsx'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

const REVIEW = 'ตรวจสอบและส่ง'
const CONFIRM = 'ยืนยันส่ง'

/** Sends a receipt without a network and opens its screen. */
async function openWaiting(models: Models, receiptNo: string) {
  world.breakBy(() => 'drop-request')
  const { id } = typedReceipt(models, receiptNo)
  await done(world, models.receipts.send({ ...typedReceipt(models, receiptNo), id }, null))
  return { id, ...(await openScreen(models, id)) }
}

async function openScreen({ receipts, outbox, master }: Models, id: string) {
  const place = {
    path: `/receipt/${id}/edit`,
    route: '/receipt/:id/edit',
    models: { receipts, outbox, master },
  }
  const screen = await show(<ReceiptScreen />, {}, place)
  const hasForm = () => screen.container.querySelector('form') !== null
  return { ...screen, hasForm, pass: (ms: number) => screen.act(() => world.clock.advance(ms)) }
}

/** Advances the clock until the outbox is sending the receipt. The server does not answer. */
async function untilSending(models: Models, pass: (ms: number) => Promise<void>) {
  world.breakBy(request => (isReceiptPost(request) ? 'hang' : 'ok'))
  while (models.outbox.jobs.value[0]?.state !== 'sending') await pass(1000)
}

const stored = async () => {
  const rows = await world.server.db.selectFrom('receipt').select(['receipt_no', 'amount_satang']).execute()
  return rows.map(row => `${row.receipt_no} ${row.amount_satang / 100}`)
}

const models = eachTest(() => visited(world))

test('keeps what the customer types while the receipt is sent in the background, and sends it', async () => {
  const { id, pass, ...screen } = await openWaiting(models, 'OF-0001')
  await screen.type('amount', '400')
  await untilSending(models, pass)
  expect(screen.hasForm()).toBe(true)
  expect(screen.field('amount').value).toBe('400')
  await screen.press(REVIEW)
  world.breakBy(() => 'drop-request')
  await pass(60_000)
  await screen.press(CONFIRM)
  world.breakBy(() => 'ok')
  await pass(120_000)
  expect(screen.path()).toContain(`/thanks?sent=receipt`)
  expect(await stored()).toEqual(['OF-0001 400'])
  expect(models.receipts.find(id)).toMatchObject({ queued: null, receipt: { amount: 400 } })
})

test('corrects a receipt that has arrived while its form was open', async () => {
  const { pass, ...screen } = await openWaiting(models, 'OF-0002')
  await screen.type('amount', '410')
  world.breakBy(() => 'ok')
  await pass(120_000)
  expect(await stored()).toEqual(['OF-0002 1250.5'])
  expect(screen.field('amount').value).toBe('410')
  await screen.press(REVIEW)
  await screen.press(CONFIRM)
  await pass(1000)
  expect(await stored()).toEqual(['OF-0002 410'])
  expect(models.outbox.jobs.value).toEqual([])
})

test('shows a receipt read-only if it is opened while it is being sent, and as a form afterwards', async () => {
  const first = await openWaiting(models, 'OF-0003')
  await untilSending(models, first.pass)
  await first.leave()
  const screen = await openScreen(models, first.id)
  expect(screen.hasForm()).toBe(false)
  world.breakBy(() => 'drop-request')
  await screen.pass(20_000)
  expect(screen.hasForm()).toBe(true)
})
