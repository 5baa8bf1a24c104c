// @vitest-environment happy-dom
import type { Signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import type { Receipt } from '#contract/schema/receipt.ts'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import type { JobView, ReceiptEntry, Resource } from '#src/state/types.ts'
import { openActivity, queuedJob, someReceipt } from '#tests/kit/fake-data.ts'
import { type FakeState, failed, ready, refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

/** Tests the screen of one receipt: the meaning of its status for the customer, and the available actions. */

const place = { path: `/receipt/${someReceipt.id}`, route: '/receipt/:id' }
const EDIT = 'แก้ไขใบเสร็จ'
const WITHDRAW = 'ถอนใบเสร็จนี้'

function open(receipt: Partial<Receipt>, state: Partial<FakeState> = {}, queued: JobView | null = null) {
  const receipts = ready([{ receipt: { ...someReceipt, ...receipt }, queued }])
  return show(<ReceiptDetail />, { receipts, jobs: queued === null ? [] : [queued], ...state }, place)
}

test('shows the data of a receipt under review and when it will be reviewed, without a form', async () => {
  const screen = await open({ updatedAt: '2026-11-19T18:40:00+07:00' })
  for (const text of [
    'รอตรวจสอบ',
    'เราจะตรวจให้เสร็จภายในวันที่ 22 พฤศจิกายน 2569',
    someReceipt.storeName,
    someReceipt.receiptNo,
    'สิทธิ์เมื่อผ่าน3 สิทธิ์',
    'ส่งเมื่อ19 พ.ย. 2569 18:40 น.',
  ])
    expect(screen.text()).toContain(text)
  expect(screen.container.querySelector('form')).toBeNull()
  expect(screen.link(EDIT)).toBe(`/receipt/${someReceipt.id}/edit`)
  expect(screen.has('button', WITHDRAW)).toBe(true)
})

test.each([
  // The last promised day ends at midnight in Bangkok.
  ['2026-11-17T00:00:00+07:00', 'เราจะตรวจให้เสร็จภายในวันที่ 20 พฤศจิกายน 2569'],
  ['2026-11-16T23:59:59+07:00', 'ควรตรวจเสร็จภายในวันที่ 19 พฤศจิกายน 2569 แต่เครื่องนี้ยังไม่ได้รับผล'],
])('says honestly when a receipt sent at %s is due or overdue', async (updatedAt, says) =>
  expect((await open({ updatedAt })).text()).toContain(says),
)

test('promises no time if the campaign promises none, or is not known', async () => {
  for (const activity of [ready({ ...openActivity, reviewDays: null }), failed<never>()]) {
    const text = (await open({}, { activity })).text()
    expect(text).toContain('ผลจะแสดงที่หน้านี้')
    expect(text).not.toContain('ภายในวันที่')
  }
})

test('promises no entries if someone else has sent the number, and says that both are compared', async () => {
  const text = (await open({ disputed: true, rights: 0 })).text()
  expect(text).toContain('เราจะเทียบรูปของใบที่เลขซ้ำกัน')
  expect(text).not.toContain('สิทธิ์เมื่อผ่าน')
})

test('a receipt that was rejected as a duplicate leads to a person', async () => {
  const screen = await open({ status: 'rejected', rejectReason: 'DUPLICATE', rejectText: 'ใบเสร็จนี้ถูกใช้แล้ว' })
  expect(screen.link('ติดต่อเรา')).toBe('/help')
  expect((await open({ status: 'rejected', rejectReason: 'BLURRY' })).has('link', 'ติดต่อเรา')).toBe(false)
})

test('shows an approved receipt with its entries and no way to change it', async () => {
  const screen = await open({
    status: 'approved',
    rights: 3,
    editable: false,
    reviewedAt: '2026-11-20T09:30:00+07:00',
  })
  expect(screen.text()).toContain('คุณได้รับ 3 สิทธิ์จากใบนี้')
  expect(screen.text()).toContain('ตรวจเมื่อ20 พ.ย. 2569 09:30 น.')
  expect(screen.has('a', EDIT)).toBe(false)
  expect(screen.has('button', WITHDRAW)).toBe(false)
})

test('shows what a reviewer corrected, with what the customer sent', async () => {
  const approved = { status: 'approved', amount: 1250, rights: 12, editable: false } as const
  const screen = await open({ ...approved, correctedFrom: { amount: 125 } })
  expect(screen.text()).toContain('เจ้าหน้าที่แก้ข้อมูลด้านล่างให้ตรงกับใบเสร็จในรูป')
  expect(screen.text()).toContain('฿1,250คุณส่งมาเป็น ฿125')
  expect(screen.text().match(/คุณส่งมาเป็น/g)).toHaveLength(1)
  expect(screen.link('ติดต่อเรา')).toBe('/help')
  for (const correctedFrom of [null, undefined]) {
    const other = await open({ ...approved, ...(correctedFrom === null ? { correctedFrom } : {}) })
    expect(other.text()).not.toContain('เจ้าหน้าที่แก้ข้อมูล')
  }
})

test('says why a receipt was rejected, what to do about it and how often', async () => {
  const rejected = {
    status: 'rejected',
    rejectReason: 'AMOUNT',
    rejectText: 'ยอดเงินไม่ตรงกับใบเสร็จ',
    resubmitsLeft: 2,
  } as const
  const screen = await open(rejected)
  expect(screen.text()).toContain('ยอดเงินไม่ตรงกับใบเสร็จ')
  expect(screen.text()).toContain('แก้ไขให้ตรงกัน')
  expect(screen.text()).toContain('แก้ไขแล้วส่งใหม่ได้อีก 2 ครั้ง')
  expect(screen.link('แก้ไขและส่งใหม่')).toBe(`/receipt/${someReceipt.id}/edit`)
  const final = await open({ ...rejected, resubmitsLeft: 0, editable: false })
  expect(final.text()).toContain('ใบเสร็จนี้แก้ไขไม่ได้แล้ว')
  expect(final.text()).not.toContain('แก้ไขให้ตรงกัน')
  expect(final.has('a', 'แก้ไขและส่งใหม่')).toBe(false)
})

test('says that a void receipt does not count', async () => {
  const screen = await open({ status: 'void', editable: false })
  expect(screen.text()).toContain('จึงไม่นับสิทธิ์')
  expect(screen.has('button', WITHDRAW)).toBe(false)
})

test('says of a receipt on the phone only that it waits, not that it is reviewed', async () => {
  const job = { ...queuedJob, subject: someReceipt.id, waitsFor: 'network' } as const
  const screen = await open({ version: 0 }, {}, job)
  expect(screen.text()).toContain('บันทึกไว้แล้ว รอส่ง')
  expect(screen.text()).not.toContain('ตรวจให้เสร็จ')
  expect(screen.text()).not.toContain('ส่งเมื่อ')
  expect(screen.has('a', EDIT)).toBe(true)
  expect(screen.has('button', WITHDRAW)).toBe(false)
})

test('does not say that a receipt is under review if both it and its withdrawal were refused', async () => {
  const job = { ...queuedJob, subject: someReceipt.id, route: 'deleteReceipt', receipt: null } as const
  const refusedJob = { ...job, state: 'refused', failure: refused('NOT_FOUND') } as const
  const screen = await open({ version: 0 }, {}, refusedJob)
  expect(screen.text()).not.toContain('ตรวจให้เสร็จ')
  expect(screen.text()).not.toContain('ส่งเมื่อ')
  expect(screen.has('button', WITHDRAW)).toBe(false)
})

test('follows the receipt when it arrives while its screen is open', async () => {
  const job = { ...queuedJob, subject: someReceipt.id, waitsFor: 'network' } as const
  const screen = await open({ version: 0 }, {}, job)
  await screen.act(async () => {
    Object.assign(screen.app.outbox.jobs, { value: [] })
    const history = screen.app.receipts.history as Signal<Resource<readonly ReceiptEntry[]>>
    history.value = ready([{ receipt: someReceipt, queued: null }])
  })
  expect(screen.text()).toContain('เราจะตรวจให้เสร็จ')
  expect(screen.text()).not.toContain('รอส่ง')
})

test('shows what a queued correction sends of a receipt that the history does not list', async () => {
  const job = { ...queuedJob, subject: someReceipt.id, route: 'updateReceipt', waitsFor: 'network' } as const
  const screen = await show(<ReceiptDetail />, { receipts: ready([]), jobs: [job] }, place)
  expect(screen.text()).toContain('BD-1203-004999')
  const refusedJob = { ...job, state: 'refused', waitsFor: null, failure: refused('BELOW_MINIMUM') } as const
  const other = await show(<ReceiptDetail />, { receipts: ready([]), jobs: [refusedJob] }, place)
  expect(other.text()).toContain(someReceipt.receiptNo)
  expect(other.text()).toContain('ยอดซื้อไม่ถึงขั้นต่ำ')
})

test('enlarges photos by button and key, and goes through all of them', async () => {
  const photo = new Blob(['x'], { type: 'image/jpeg' })
  const screen = await open({ images: ['a'.repeat(64), 'c'.repeat(64)] }, { photo })
  await screen.press('ขยายรูปที่ 1')
  const image = () => screen.container.querySelector<HTMLImageElement>('dialog img')
  expect(screen.text()).toContain('รูปที่ 1 จาก 2')
  expect(image()?.style.transform).toContain('scale(1)')
  await screen.press('ขยาย')
  expect(image()?.style.transform).toContain('scale(1.5)')
  const key = (name: string) =>
    screen.act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: name })))
  await key('-')
  expect(image()?.style.transform).toContain('scale(1)')
  await key('ArrowRight')
  expect(screen.text()).toContain('รูปที่ 2 จาก 2')
  await key('ArrowRight')
  expect(screen.text()).toContain('รูปที่ 2 จาก 2')
  await screen.press('รูปก่อนหน้า')
  expect(screen.text()).toContain('รูปที่ 1 จาก 2')
})
