// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { PhotoReply } from '#src/ports.ts'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import type { ReceiptDraft } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import {
  openActivity,
  queuedJob,
  SENT_ID,
  smallMaster,
  someReceipt,
  thanksFor,
} from '#tests/kit/fake-data.ts'
import {
  accepted,
  type FakeState,
  filledDraft,
  loading,
  ready,
  refused,
  somePhoto,
} from '#tests/kit/fake-state.ts'
import { plain, show } from '#tests/kit/render.tsx'

const withDraft = (draft: Partial<ReceiptDraft> = {}, state: Partial<FakeState> = {}) =>
  show(<ReceiptScreen />, { receiptDraft: { ...filledDraft, ...draft }, ...state })

test('shows an error at every missing field', async () => {
  const screen = await show(<ReceiptScreen />)
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.text()).toContain('กรุณาถ่ายหรือเลือกรูปใบเสร็จ')
  expect(screen.text()).toContain('กรุณาเลือกร้านค้า')
  expect(screen.errorOf('receiptNo')).toBe('กรุณากรอกเลขที่ใบเสร็จ')
  expect(screen.text()).toContain('กรุณาเลือกวันที่ซื้อ')
  expect(screen.errorOf('amount')).toBe('กรุณากรอกยอดเงิน (บาท)')
  expect(screen.text()).toContain('ช่วยตรวจสอบอีก 5 จุด')
})

test.each([
  ['receiptNo', { receiptNo: 'AB-1🙂' }, 'ใช้ตัวอักษร ตัวเลข และ'],
  ['receiptNo', { receiptNo: 'A1' }, 'อย่างน้อย 3 ตัว'],
  ['receiptNo', { receiptNo: 'A-1' }, 'อย่างน้อย 3 ตัว'],
  ['purchasedDay', { purchasedAt: '2026-11-21T10:00' }, 'วันที่ซื้ออยู่ในอนาคต'],
  ['purchasedDay', { purchasedAt: '2026-10-31T23:59' }, 'ต้องซื้อในช่วงกิจกรรม 1 พ.ย. 2569 ถึง 31 ธ.ค. 2569'],
  ['purchasedTime', { purchasedAt: '2026-11-20T12:01' }, 'วันที่ซื้ออยู่ในอนาคต'],
  ['purchasedTime', { purchasedAt: '2026-11-20T' }, 'กรุณากรอกเวลาที่ซื้อ'],
  ['amount', { amount: '49.99' }, 'ยอดซื้อไม่ถึงขั้นต่ำ ฿50'],
  ['amount', { amount: '100.001' }, 'ทศนิยมไม่เกิน 2 ตำแหน่ง'],
  ['amount', { amount: '2000000' }, 'กรอกยอดเงินระหว่าง'],
] as const)('explains an invalid %s %o at the field', async (name, draft, sentence) => {
  const screen = await withDraft(draft)
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.errorOf(name)).toContain(sentence)
  expect(screen.container.querySelector('dialog')).toBeNull()
})

test('refuses a purchase in the closing minute, like the server', async () => {
  const activity = ready({ ...openActivity, closesAt: '2026-11-20T10:00:00+07:00' })
  const screen = await withDraft({ purchasedAt: '2026-11-20T10:00' }, { activity })
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.text()).toContain('ต้องซื้อในช่วงกิจกรรม')
})

test('restores a draft, which can be discarded', async () => {
  const screen = await withDraft()
  expect(screen.text()).toContain('คุณกรอกใบเสร็จค้างไว้')
  expect(screen.field('receiptNo').value).toBe('BD-1203-001111')
  await screen.press('เริ่มใหม่')
  expect(screen.field('receiptNo').value).toBe('')
})

test('saves typed data even if the customer opens another screen immediately', async () => {
  const screen = await withDraft()
  const kept: (string | undefined)[] = []
  Object.assign(screen.app.receipts, {
    saveDraft: async (_: unknown, draft: ReceiptDraft | null) => kept.push(draft?.receiptNo) > 0,
  })
  await screen.type('receiptNo', 'BD-1203-009999')
  expect(kept).toEqual([])
  await screen.leave()
  expect(kept).toEqual(['BD-1203-009999'])
})

test('saves a draft as soon as one field is filled in', async () => {
  const nothing = { storeId: null, receiptNo: '', amount: '', photos: [] }
  expect((await withDraft({ ...nothing, purchasedAt: '2026-11-19T18:25' })).text()).toContain(
    'คุณกรอกใบเสร็จค้างไว้',
  )
  expect((await withDraft({ ...nothing, purchasedAt: '' })).text()).not.toContain('คุณกรอกใบเสร็จค้างไว้')
})

test('discards data typed just before starting over', async () => {
  const screen = await withDraft()
  const calls: string[] = []
  Object.assign(screen.app.receipts, {
    saveDraft: async () => calls.push('save') > 0,
    deleteDraft: async () => void calls.push('delete'),
  })
  await screen.type('receiptNo', 'BD-1203-009999')
  await screen.press('เริ่มใหม่')
  await screen.leave()
  expect(calls).toEqual(['delete'])
})

test('does not save the draft for another customer who has signed in in another tab', async () => {
  const screen = await withDraft()
  const saveDraft = vi.spyOn(screen.app.receipts, 'saveDraft')
  await screen.type('receiptNo', 'BD-1203-009999')
  Object.assign(screen.app.session.customerId, { value: '01938000-0000-7000-8000-0000000000c2' })
  await screen.leave()
  expect(saveDraft).not.toHaveBeenCalled()
})

test('does not restore a discarded draft when one of its photos becomes ready later', async () => {
  const screen = await withDraft()
  const kept: string[] = []
  let prepared = (_: PhotoReply) => {}
  Object.assign(screen.app.receipts, {
    saveDraft: async (_: null, { id }: ReceiptDraft) => kept.push(id) > 0,
  })
  Object.assign(screen.app.photos, {
    prepare: () => new Promise<PhotoReply>(resolve => (prepared = resolve)),
  })
  await screen.press('หมุนรูปที่ 1')
  await screen.press('เริ่มใหม่')
  await act(async () => prepared({ ok: true, photo: { ...somePhoto, sha256: 'd'.repeat(64) } }))
  await screen.type('receiptNo', 'BD-1203-009999')
  await screen.leave()
  expect(kept).toHaveLength(1)
  expect(kept).not.toContain(filledDraft.id)
})

test('does not send a receipt while a photo is being processed', async () => {
  const screen = await withDraft()
  let prepared = (_: PhotoReply) => {}
  Object.assign(screen.app.photos, {
    prepare: () => new Promise<PhotoReply>(resolve => (prepared = resolve)),
  })
  await screen.press('หมุนรูปที่ 1')
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.container.querySelector('dialog')).toBeNull()
  await act(async () => prepared({ ok: false, reason: 'unreadable' }))
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.container.querySelector('dialog')).not.toBeNull()
})

test('estimates the entries while the amount is typed', async () => {
  const screen = await withDraft()
  await screen.type('amount', '1,050.75')
  expect(screen.field('amount').value).toBe('1,050.75')
  expect(screen.container.querySelector('output')?.textContent).toBe('10 สิทธิ์')
})

test('finds a store by any part of its name', async () => {
  const screen = await show(<ReceiptScreen />)
  await screen.press('เลือกร้านค้า')
  await screen.type('store', 'ดีมาร์ท อารีย์')
  expect(screen.text()).toContain('พบ 1 ร้าน')
  await screen.press('บ้านดีมาร์ท สาขาอารีย์')
  expect(screen.container.querySelector('dialog')).toBeNull()
  expect(screen.has('button', 'บ้านดีมาร์ท สาขาอารีย์')).toBe(true)
  expect(screen.text()).toContain('ขึ้นต้นด้วย BD')
})

test('does not say that no stores were found while they load', async () => {
  const master = { ...smallMaster, stores: [] }
  const screen = await show(<ReceiptScreen />, { master, masterState: loading })
  await screen.press('เลือกร้านค้า')
  expect(screen.text()).toContain('กำลังโหลด...')
  expect(screen.text()).not.toContain('ไม่พบร้านที่ค้นหา')
})

test('explains that a photo is unreadable and does not add it', async () => {
  const screen = await show(<ReceiptScreen />, { prepared: { ok: false, reason: 'unreadable' } })
  const input = screen.container.querySelector<HTMLInputElement>('input[type="file"]')
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'a.heic')] })
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))
  expect(screen.text()).toContain('เปิดรูปนี้ไม่ได้')
  expect(screen.container.querySelector('img')).toBeNull()
})

test('shows all data before sending, and thanks the customer afterwards', async () => {
  const screen = await withDraft()
  await screen.press('ตรวจสอบและส่ง')
  const dialog = plain(screen.container.querySelector('dialog')?.textContent ?? '')
  for (const part of ['บ้านดีมาร์ท สาขาสีลม', 'BD-1203-001111', '19 พ.ย. 2569 18:25 น.', '฿325', '1 รูป', '3 สิทธิ์'])
    expect(dialog).toContain(part)
  await screen.press('ยืนยันส่ง')
  expect(screen.path()).toBe(thanksFor('receipt'))
})

test('follows a receipt that is queued without a network', async () => {
  const screen = await withDraft({}, { sent: { state: 'queued', kept: true } })
  const saveDraft = vi.spyOn(screen.app.receipts, 'saveDraft')
  await screen.type('amount', '326')
  await screen.press('ตรวจสอบและส่ง')
  saveDraft.mockClear()
  await screen.press('ยืนยันส่ง')
  expect(screen.path()).toBe(thanksFor('receipt'))
  await screen.leave()
  // The queued job has deleted the draft, so leaving must not store it again.
  expect(saveDraft).not.toHaveBeenCalled()
})

test('keeps the typed data of a refused receipt and shows the reason at its field', async () => {
  const screen = await withDraft({}, { sent: { state: 'refused', failure: refused('RECEIPT_DUPLICATE') } })
  await screen.press('ตรวจสอบและส่ง')
  await screen.press('ยืนยันส่ง')
  expect(screen.errorOf('receiptNo')).toContain('ถ้าเป็นใบเสร็จของคุณ แจ้งเราได้')
  expect(screen.link('ติดต่อเรา')).toBe('/help')
  expect(screen.field('amount').value).toBe('325')
})

test('shows a refusal without a field above the button, with the request id', async () => {
  const screen = await withDraft({}, { sent: { state: 'refused', failure: refused('DAILY_LIMIT') } })
  await screen.press('ตรวจสอบและส่ง')
  await screen.press('ยืนยันส่ง')
  expect(screen.text()).toMatch(/ส่งใบเสร็จครบจำนวนของวันนี้แล้ว.*รหัสอ้างอิง req-1/)
})

test('says that too much is queued and keeps the typed data', async () => {
  const screen = await withDraft({}, { sent: { state: 'unsaved', reason: 'limit' } })
  await screen.press('ตรวจสอบและส่ง')
  await screen.press('ยืนยันส่ง')
  expect(screen.text()).toContain('มีรายการรอส่งมากเกินไป')
  expect(screen.field('receiptNo').value).toBe('BD-1203-001111')
})

const at = { path: `/receipt/${someReceipt.id}/edit`, route: '/receipt/:id/edit' }

test('shows why a receipt was rejected and how often it can be sent again', async () => {
  const rejected = {
    ...someReceipt,
    status: 'rejected' as const,
    rejectText: 'ภาพไม่ชัด กรุณาถ่ายใหม่',
    resubmitsLeft: 2,
  }
  const screen = await show(<ReceiptScreen />, { receipt: accepted(rejected) }, at)
  expect(screen.text()).toContain('ภาพไม่ชัด กรุณาถ่ายใหม่')
  expect(screen.has('button', 'แก้ไขและส่งใหม่ (เหลือ 2 ครั้ง)')).toBe(true)
  expect(screen.field('receiptNo').value).toBe(someReceipt.receiptNo)
})

test('opens the receipt’s screen instead of the form if it cannot be corrected', async () => {
  const approved = { ...someReceipt, status: 'approved' as const, rights: 3, editable: false }
  const screen = await show(<ReceiptScreen />, { receipt: accepted(approved) }, at)
  expect(screen.path()).toBe(`/receipt/${someReceipt.id}`)
  expect(screen.container.querySelector('form')).toBeNull()
})

test('offers to load a newer version from the server', async () => {
  const sent = { state: 'refused', failure: refused('VERSION_CONFLICT') } as const
  const screen = await show(<ReceiptScreen />, { sent }, at)
  await screen.press('ตรวจสอบและส่ง')
  await screen.press('ยืนยันส่ง')
  expect(screen.text()).toContain('มีการแก้ไขใหม่กว่า')
  expect(screen.has('button', 'โหลดข้อมูลล่าสุด')).toBe(true)
})

test('says that a receipt was not found and links to the history', async () => {
  const screen = await show(
    <ReceiptScreen />,
    { receipt: { ok: false, failure: refused('NOT_FOUND'), headers: null } },
    at,
  )
  expect(screen.text()).toContain('ไม่พบใบเสร็จนี้')
  expect(screen.link('ประวัติใบเสร็จ')).toBe('/receiptHistory')
})

test.each(['\u0000', '%E0%A4%A', 'none', '01938000'])(
  'shows the not-found page for an invalid receipt id (%j) without a request',
  async id => {
    const path = `/receipt/${encodeURIComponent(id)}/edit`
    const screen = await show(<ReceiptScreen />, { hanging: true }, { ...at, path })
    expect(screen.text()).toContain('ไม่พบหน้านี้')
  },
)

test('opens the thank-you screen after a correction, although the receipt is shown as sending', async () => {
  const rejected = { ...someReceipt, status: 'rejected' as const }
  const jobs = [{ ...queuedJob, subject: rejected.id, state: 'sending' as const }]
  const place = { path: `/receipt/${rejected.id}/edit`, route: '/receipt/:id/edit' }
  const state = { receipt: accepted(rejected), receiptDraft: { ...filledDraft, id: rejected.id, version: 1 } }
  const screen = await show(<ReceiptScreen />, state, place)
  const { receipts, outbox } = screen.app
  Object.assign(receipts, {
    send: async () => {
      Object.assign(outbox.jobs, { value: jobs })
      await new Promise(done => setTimeout(done))
      return { id: SENT_ID, state: 'received' }
    },
  })
  await screen.press('แก้ไขและส่งใหม่ (เหลือ 3 ครั้ง)')
  await screen.press('ยืนยันส่ง')
  await screen.settle()
  expect(screen.path()).toBe(thanksFor('receipt'))
  const elsewhere = await show(<ReceiptScreen />, { ...state, jobs }, place)
  expect(elsewhere.has('button', 'แก้ไขและส่งใหม่ (เหลือ 3 ครั้ง)')).toBe(false)
})
