// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import { queuedJob, someEntries, someReceipt } from '#tests/kit/fake-data.ts'
import { failed, loading, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const cards = (screen: Awaited<ReturnType<typeof show>>) =>
  [...screen.container.querySelectorAll('ul a')].map(card => card.textContent ?? '')

test('lists unsent receipts first, each with its status as text', async () => {
  const screen = await show(<ReceiptHistory />)
  const texts = cards(screen)
  expect(texts).toHaveLength(5)
  expect(texts[0]).toContain('รอส่ง')
  expect(texts[1]).toContain('รอตรวจสอบ')
  expect(texts[2]).toContain('ผ่าน (+5 สิทธิ์)')
  expect(texts[3]).toContain('ไม่ผ่าน')
  expect(texts[3]).toContain('ภาพไม่ชัด กรุณาถ่ายใหม่')
  expect(texts[4]).toContain('ไม่นับแล้ว')
})

test('links each card to its receipt', async () => {
  const screen = await show(<ReceiptHistory />, { receipts: ready(someEntries.slice(0, 1)) })
  expect(screen.container.querySelector('ul a')?.getAttribute('href')).toBe(`/receipt/${someReceipt.id}`)
})

test('filters receipts by status', async () => {
  const screen = await show(<ReceiptHistory />)
  await screen.press('ผ่าน')
  expect(cards(screen)).toHaveLength(1)
  expect(cards(screen)[0]).toContain('2501034789')
  await screen.press('รอส่ง')
  expect(cards(screen)[0]).toContain('BD-1203-004999')
})

test('says that no receipts have the chosen status', async () => {
  const screen = await show(<ReceiptHistory />, { receipts: ready(someEntries.slice(0, 1)) })
  await screen.press('ไม่ผ่าน')
  expect(screen.text()).toContain('ไม่มีใบเสร็จในสถานะนี้')
})

test('links to a new receipt from an empty history', async () => {
  const screen = await show(<ReceiptHistory />, { receipts: ready([]) })
  expect(screen.text()).toContain('ยังไม่มีใบเสร็จ มาส่งใบแรกกันเลย')
  expect(screen.link('ส่งใบเสร็จ')).toBe('/receipt')
})

test('shows that it is loading', async () => {
  const screen = await show(<ReceiptHistory />, { receipts: loading })
  expect(screen.text()).toContain('กำลังโหลด...')
})

test('offers to retry without a server and a cached response', async () => {
  const screen = await show(<ReceiptHistory />, { receipts: failed() })
  expect(screen.text()).toContain('เชื่อมต่ออินเทอร์เน็ตไม่ได้')
  expect(screen.has('button', 'ลองใหม่')).toBe(true)
})

test('shows the cached receipts together with the failure', async () => {
  const screen = await show(<ReceiptHistory />, { receipts: failed(someEntries), connection: 'unreachable' })
  expect(cards(screen)).toHaveLength(5)
  expect(screen.text()).toContain('ออฟไลน์อยู่')
})

test('shows the progress of an upload and the reason for a refusal', async () => {
  const sending = { receipt: someReceipt, queued: { ...queuedJob, state: 'sending' as const, progress: 0.4 } }
  const stuck = {
    receipt: { ...someReceipt, id: '01938000-0000-7000-8000-0000000000a9' },
    queued: { ...queuedJob, state: 'refused' as const, failure: refused('RECEIPT_DUPLICATE') },
  }
  const screen = await show(<ReceiptHistory />, { receipts: ready([sending, stuck]) })
  expect(cards(screen)[0]).toContain('กำลังส่ง 40%')
  expect(cards(screen)[1]).toContain('ต้องแก้ไข')
  expect(cards(screen)[1]).toContain('มีผู้ส่งเลขที่นี้แล้ว ถ้าเป็นใบเสร็จของคุณ แจ้งเราได้')
})

test('explains why older receipts could not be loaded, and offers to retry', async () => {
  const screen = await show(<ReceiptHistory />, { hasMore: true, more: { kind: 'timeout' } })
  await screen.press('ดูใบเสร็จก่อนหน้า')
  expect(screen.text()).toContain('ขออภัยที่ระบบตอบช้ากว่าปกติ ลองใหม่อีกครั้งนะ')
  expect(screen.has('button', 'ดูใบเสร็จก่อนหน้า')).toBe(true)
})

test('links to receipts that need attention while the campaign is open', async () => {
  const jobs = [{ ...queuedJob, state: 'refused' as const }]
  const screen = await show(<ReceiptHistory />, { jobs })
  expect(screen.link('ต้องแก้ไข 1 รายการ')).toBe('/outbox')
  const ended = await show(<ReceiptHistory />, { jobs, phase: { kind: 'ended' } })
  expect(ended.text()).toContain('ต้องแก้ไข 1 รายการ')
  expect(ended.has('a', 'ต้องแก้ไข 1 รายการ')).toBe(false)
})
