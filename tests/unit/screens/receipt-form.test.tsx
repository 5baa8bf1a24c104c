// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import { withChange, withSuggestion } from '#src/screens/receipt/suggest.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { openActivity, smallMaster, someReceipt } from '#tests/kit/fake-data.ts'
import { emptyDraft, type FakeState, filledDraft, ready, somePhoto } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

/** Tests the help in the form for a new receipt: days, stores, the last store, and warnings about photos. */

afterEach(() => void vi.restoreAllMocks())

const open = (draft: Partial<ReceiptDraft> | null = {}, state: Partial<FakeState> = {}) =>
  show(<ReceiptScreen />, { receiptDraft: draft && { ...filledDraft, ...draft }, ...state })

test('offers today and yesterday, and the other days of the campaign with Buddhist years', async () => {
  const screen = await open({ purchasedAt: '' })
  await screen.press('วันนี้')
  await screen.type('purchasedTime', '09:05')
  expect(screen.text()).toContain('20 พ.ย. 2569 09:05 น.')
  await screen.press('เมื่อวาน')
  expect(screen.text()).toContain('19 พ.ย. 2569 09:05 น.')
  await screen.press('วันอื่น')
  const options = [...screen.field('purchasedDay').querySelectorAll('option')].map(one => one.textContent)
  expect(options[1]?.replaceAll('\u00a0', ' ')).toBe('ศุกร์ 20 พ.ย. 2569')
  expect(options.at(-1)?.replaceAll('\u00a0', ' ')).toBe('อาทิตย์ 1 พ.ย. 2569')
  await screen.type('purchasedDay', '2026-11-04')
  expect(screen.text()).toContain('4 พ.ย. 2569 09:05 น.')
  const send = vi.spyOn(screen.app.receipts, 'send')
  await screen.press('ตรวจสอบและส่ง')
  await screen.press('ยืนยันส่ง')
  expect(send.mock.calls[0]?.[0].purchasedAt).toBe('2026-11-04T09:05')
})

test('does not offer today before the campaign has sold anything today, that is after its close', async () => {
  const screen = await open({ purchasedAt: '' }, { now: () => Date.parse('2027-01-01T09:00:00+07:00') })
  expect(screen.has('label', 'วันนี้')).toBe(false)
  expect(screen.has('label', 'เมื่อวาน')).toBe(true)
})

test('proposes the store of the last receipt, says so, and does not call that a draft', async () => {
  const screen = await open(null, { lastStore: 1 })
  await screen.settle()
  expect(screen.has('button', 'บ้านดีมาร์ท สาขาสีลม')).toBe(true)
  expect(screen.text()).toContain('ร้านที่คุณเลือกครั้งก่อน')
  await screen.press('บ้านดีมาร์ท สาขาสีลม')
  await screen.press('บ้านดีมาร์ท สาขาอารีย์')
  expect(screen.text()).not.toContain('ร้านที่คุณเลือกครั้งก่อน')
  const gone = await open(null, { lastStore: 999 })
  await gone.settle()
  expect(gone.has('button', 'เลือกร้านค้า')).toBe(true)
  const chosen = await open({ storeId: 2 }, { lastStore: 1 })
  await chosen.settle()
  expect(chosen.text()).not.toContain('ร้านที่คุณเลือกครั้งก่อน')
})

test('groups stores by chain and opens a chain by its button if there are many', async () => {
  const [one] = smallMaster.stores
  const stores = Array.from({ length: 50 }, (_, n) => ({
    ...(one as (typeof smallMaster.stores)[0]),
    id: 100 + n,
    chain: n < 45 ? 'บ้านดีมาร์ท' : 'ฟ้าใสเฟรช',
    nameTh: `สาขาที่ ${n}`,
  }))
  const screen = await open(null, { master: { ...smallMaster, stores } })
  await screen.press('เลือกร้านค้า')
  expect(screen.text()).toContain('พบ 50 ร้าน')
  expect(screen.container.querySelectorAll('dialog li')).toHaveLength(0)
  await screen.press('บ้านดีมาร์ท (45 ร้าน)')
  expect(screen.container.querySelectorAll('dialog li')).toHaveLength(40)
  expect(screen.text()).toContain('แสดง 40 จาก 45 ร้าน')
  await screen.press('บ้านดีมาร์ท (45 ร้าน)')
  expect(screen.container.querySelectorAll('dialog li')).toHaveLength(0)
  await screen.type('store', 'ฟ้าใส')
  expect(screen.container.querySelectorAll('dialog li')).toHaveLength(5)
})

test.each([
  ['dark', 'อาจมืดเกินไป'],
  ['blurred', 'อาจเบลอ'],
] as const)('warns of a %s photo and lets the customer send it', async (photoProblem, says) => {
  const screen = await open({}, { photoProblem })
  await screen.settle()
  expect(screen.text()).toContain(says)
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.text()).toContain('ยืนยันข้อมูลใบเสร็จ')
})

test('says nothing about a photo that is good, or that the phone cannot check', async () => {
  const screen = await open()
  await screen.settle()
  expect(screen.text()).not.toContain('รูปที่ 1 อาจ')
})

test('says that the photo belongs to another receipt, but not of a receipt that does not count', async () => {
  const used = { ...someReceipt, images: [somePhoto.sha256], receiptNo: 'BD-77' }
  const screen = await open({}, { receipts: ready([{ receipt: used, queued: null }]) })
  expect(screen.text()).toContain('คุณเคยใช้รูปที่ 1 กับใบเสร็จเลขที่ BD-77 แล้ว')
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.text()).toContain('ยืนยันข้อมูลใบเสร็จ')
})

async function choose(screen: Awaited<ReturnType<typeof open>>, files: readonly File[]): Promise<void> {
  const input = screen.container.querySelector<HTMLInputElement>('input[type="file"]')
  Object.defineProperty(input, 'files', { value: files })
  await screen.act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))
}

test('says that a photo is already added instead of ignoring it', async () => {
  const screen = await open({}, { prepared: { ok: true, photo: somePhoto } })
  await choose(screen, [new File(['x'], 'a.jpg')])
  expect(screen.text()).toContain('เพิ่มรูปนี้ไว้แล้ว')
  expect(screen.container.querySelectorAll('form ul img')).toHaveLength(1)
})

test.each([
  ['application/pdf', 'ไฟล์นี้เป็น PDF เปิดไฟล์แล้วแคปหน้าจอ'],
  ['video/mp4', 'ไฟล์นี้เป็นวิดีโอ หยุดวิดีโอให้เห็นใบเสร็จชัด แล้วแคปหน้าจอ'],
])(
  'says of a file of type %s that a screenshot helps, and takes the photo next to it',
  async (type, says) => {
    const other = { ...somePhoto, sha256: 'f'.repeat(64) }
    const screen = await open({}, { prepared: { ok: true, photo: other } })
    await choose(screen, [new File(['x'], 'a', { type }), new File(['x'], 'b.jpg')])
    expect(screen.text()).toContain(says)
    expect(screen.container.querySelectorAll('form ul img')).toHaveLength(2)
  },
)

test('says that a receipt has three photos if the customer chooses more', async () => {
  const photo = { ...somePhoto, sha256: 'f'.repeat(64) }
  const screen = await open({ kept: ['e'.repeat(64)] }, { prepared: { ok: true, photo } })
  await choose(screen, [
    new File(['x'], 'a.pdf', { type: 'application/pdf' }),
    ...['b', 'c'].map(name => new File(['x'], `${name}.jpg`)),
  ])
  expect(screen.container.querySelectorAll('form ul img')).toHaveLength(2)
  expect(screen.text()).toContain('ใบเสร็จ 1 ใบใส่ได้ 3 รูป จึงเพิ่มให้แค่ 1 รูป')
})

test('says nothing about the number of photos if the others were already added', async () => {
  const screen = await open({}, { prepared: { ok: true, photo: somePhoto } })
  await choose(
    screen,
    ['a', 'b', 'c'].map(name => new File(['x'], `${name}.jpg`)),
  )
  expect(screen.text()).toContain('เพิ่มรูปนี้ไว้แล้ว')
  expect(screen.text()).not.toContain('จึงเพิ่มให้แค่')
})

test('shows the photo in the confirmation', async () => {
  const screen = await open()
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.container.querySelector('dialog img')?.getAttribute('alt')).toBe('รูปใบเสร็จที่ 1')
})

test('a suggestion never replaces what the customer has typed, nor what another photo has shown', () => {
  const typed = { ...emptyDraft, receiptNo: 'MINE-1' }
  const found = { storeId: 3, receiptNo: 'READ-1', amount: '120' }
  const filled = withSuggestion(withSuggestion(typed, { storeId: 1 }, 'last'), found, 'photo')
  expect(filled).toMatchObject({ storeId: 3, receiptNo: 'MINE-1', amount: '120' })
  expect(filled.suggested).toEqual({ storeId: 'photo', amount: 'photo' })
  expect(withSuggestion(filled, { amount: '999', storeId: 9 }, 'photo')).toBe(filled)
  expect(withSuggestion(filled, { storeId: 9 }, 'last')).toBe(filled)
  const changed = withChange(filled, { amount: '130' })
  expect(changed.suggested).toEqual({ storeId: 'photo' })
  expect(withSuggestion(changed, { amount: '999' }, 'photo').amount).toBe('130')
})

const reader = ready({ ...openActivity, features: { ...openActivity.features, receiptReader: true } })
test.each(['1e5', '-500', '1250,505'])('asks again for the amount %s', async amount => {
  const screen = await open({ amount })
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.errorOf('amount')).toBe('กรอกยอดเงินเป็นตัวเลข เช่น 1,250.50')
})

const reading = { storeId: 2, receiptNo: 'READ-9', purchasedAt: '2026-11-18T11:40:00Z', amount: 450.5 }

test('fills in what the receipt reader has found, marks it, and leaves what the customer has typed', async () => {
  const screen = await open(
    { ...emptyDraft, photos: [somePhoto], receiptNo: 'MINE-1' },
    { activity: reader, reading },
  )
  await screen.settle()
  expect(screen.has('button', 'บ้านดีมาร์ท สาขาอารีย์')).toBe(true)
  expect(screen.field('receiptNo').value).toBe('MINE-1')
  expect(screen.field('amount').value).toBe('450.5')
  expect(screen.field('purchasedTime').value).toBe('18:40')
  expect(screen.text()).toContain('เติมข้อมูลจากรูปให้แล้ว')
  const marks = () => screen.text().split('อ่านจากรูป ดูให้ตรงกับใบเสร็จ').length - 1
  expect(marks()).toBe(3)
  await screen.type('amount', '451')
  expect(marks()).toBe(2)
})

test('reads no photo if the campaign has no reader, and changes nothing if the reader fails', async () => {
  const off = await open({ amount: '' }, { reading })
  await off.settle()
  expect(off.field('amount').value).toBe('')
  const failing = await open({ amount: '' }, { activity: reader, reading: null })
  await failing.settle()
  expect(failing.field('amount').value).toBe('')
  expect(failing.text()).not.toContain('จากรูป')
})
