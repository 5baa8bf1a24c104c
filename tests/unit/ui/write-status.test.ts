import { expect, test } from 'vitest'
import { en } from '#src/i18n/en.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { first } from '#src/i18n/th.ts'
import { later } from '#src/i18n/th-later.ts'
import type { JobView } from '#src/state/types.ts'
import { type Claim, type Known, writeStatus } from '#src/ui/write-status.ts'
import { NOW, queuedJob } from '#tests/kit/fake-data.ts'
import { refused } from '#tests/kit/fake-state.ts'

const job = (more: Partial<JobView>): JobView => ({ ...queuedJob, ...more })
const settled = (state: JobView['state']) => job({ state, settledAt: NOW })
const reasons = [null, 'turn', 'network', 'server', 'sign-in'] as const

const cases: readonly (readonly [Claim, Known])[] = [
  ['nothing', 'not-loaded'],
  ['nothing', 'unknown'],
  ['saved', job({ state: 'sending' })],
  ['page-only', job({ state: 'sending', kept: false })],
  ...reasons.flatMap(waitsFor => [
    ['saved', job({ waitsFor })] as const,
    ['page-only', job({ waitsFor, kept: false })] as const,
  ]),
  ['stopped', job({ state: 'refused', failure: refused('BELOW_MINIMUM') })],
  ['stopped', job({ state: 'refused', failure: refused('RECEIPT_EXISTS') })],
  ['stopped', job({ state: 'refused', expired: true })],
  ['stopped', job({ state: 'refused', lost: true })],
  ['received', settled('received')],
  ['received', 'in-history'],
  ['deleted', settled('withdrawn')],
  ['deleted', settled('replaced')],
]

/** The words that only one claim may use, in both languages. */
const words: Readonly<Record<Exclude<Claim, 'nothing'>, RegExp>> = {
  received: /ได้รับแล้ว|ได้รับรายการนี้แล้ว|we have received this|^received$/i,
  saved: /บันทึกไว้แล้ว|บันทึกไว้ในเครื่องแล้ว|^saved|is saved/i,
  'page-only': /ยังไม่ได้บันทึก|อาจหายไป|not saved|may be lost/i,
  stopped:
    /รอนานเกินไป|waited too long|ไม่รับรายการ|หยุดส่ง|could not accept|stopped sending|ส่งใบเสร็จนี้แล้ว|already sent|ไม่มีใบเสร็จนี้แล้ว|no longer have this|^ต้องส่งใหม่|^please send again/i,
  deleted: /^ลบแล้ว|คุณลบ|^แก้ไขแล้ว$|คุณแก้ไข|^deleted|^corrected/i,
}

const thai = { ...first, ...later, ...writeTexts }
const sentences = (known: Known) => {
  const { label, title, text } = writeStatus(known)
  return [label, title, text].flatMap(key => [thai[key as keyof typeof thai], en[key]])
}

test.each(cases)('says %s and nothing else', (claim, known) => {
  const status = writeStatus(known)
  expect(status.claim).toBe(claim)
  const all = sentences(known)
  for (const text of all) expect(text).toBeTruthy()
  for (const [other, pattern] of Object.entries(words)) {
    const found = all.filter(text => pattern.test(text ?? ''))
    if (other === claim) expect(found).not.toEqual([])
    else expect(found, `${status.state} sounds like ${other}`).toEqual([])
  }
})

test('says of a queued withdrawal or correction that the receipt itself still counts', () => {
  const change = (route: JobView['route'], more: Partial<JobView> = {}) =>
    writeStatus(job({ route, ...more })).label
  expect(change('deleteReceipt')).toBe('status.withdrawing')
  expect(change('deleteReceipt', { state: 'sending' })).toBe('status.withdrawing')
  expect(change('deleteReceipt', { state: 'refused' })).toBe('status.withdrawFailed')
  expect(change('updateReceipt')).toBe('status.correcting')
  expect(change('createReceipt')).toBe('status.queued')
})
