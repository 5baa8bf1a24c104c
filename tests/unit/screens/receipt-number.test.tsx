// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { exampleOf, fitsPattern, RECEIPT_NO_PATTERN, receiptNoPlaces } from '#contract/receipt-no-pattern.ts'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import { smallMaster, thanksFor } from '#tests/kit/fake-data.ts'
import { filledDraft } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

const withNumber = (receiptNo: string, store: object = {}) =>
  show(<ReceiptScreen />, {
    receiptDraft: { ...filledDraft, receiptNo },
    master: { ...smallMaster, stores: smallMaster.stores.map(one => ({ ...one, ...store })) },
  })

describe('a number', () => {
  test.each([
    ['BD-####-######', 'BD-1203-001111'],
    ['BD-####-######', 'bd 1203001111'],
    ['BD-####-######', 'ＢＤ‑๑๒๐๓/001111'],
    ['##########', '2501034789'],
    ['INV/##/######', 'INV-68-000123'],
    ['@##', 'ก12'],
  ])('of the pattern %s fits as %s', (pattern, number) => {
    expect(fitsPattern(pattern, number)).toBe(true)
  })

  test.each([
    ['BD-####-######', 'BD-1203-00111'],
    ['BD-####-######', 'BX-1203-001111'],
    ['BD-####-######', 'BD-1203-0011111'],
    ['##########', 'BD25010347'],
    ['@##', '112'],
    ['A.B', 'AXB'],
  ])('of another form than %s does not fit: %s', (pattern, number) => {
    expect(fitsPattern(pattern, number)).toBe(false)
  })

  test.each(['BD-####-######', '##########', '@@ ##', 'INV/##/######'])('of the example fits %s', pattern => {
    expect(RECEIPT_NO_PATTERN.test(pattern)).toBe(true)
    expect(fitsPattern(pattern, exampleOf(pattern))).toBe(true)
  })
})

const QUESTION = 'ถูกต้องแล้วใช่ไหม'

test('a number of the chain is sent without a question', async () => {
  const screen = await withNumber('BD-1203-001111')
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.text()).not.toContain(QUESTION)
  expect(screen.text()).toContain('ยืนยัน')
})

test('a number that does not look like one of the chain is a question, and is sent if the customer says so', async () => {
  const screen = await withNumber('X-77')
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.text()).toContain(QUESTION)
  expect(screen.text()).toContain('BD-1234-567890')
  await screen.press('ยืนยันส่ง')
  expect(screen.path()).toBe(thanksFor('receipt'))
})

test('a chain without a pattern and a place has no question and no picture', async () => {
  const screen = await withNumber('X-77', { receiptNoPattern: null, receiptNoPlace: null })
  expect(screen.container.querySelector('svg[role="img"]')).toBeNull()
  await screen.press('ตรวจสอบและส่ง')
  expect(screen.text()).not.toContain(QUESTION)
})

test.each(receiptNoPlaces)('the picture says in words that the number is at "%s"', async receiptNoPlace => {
  const screen = await withNumber('BD-1203-001111', { receiptNoPlace })
  const picture = screen.container.querySelector('svg[role="img"]')
  expect(picture?.getAttribute('aria-label')).toMatch(/^ภาพตัวอย่างใบเสร็จของ บ้านดีมาร์ท เลขที่อยู่/)
  expect(picture?.textContent).toBe('BD-1234-567890')
})

test('a picture of a place that this version does not know is left out', async () => {
  const screen = await withNumber('BD-1203-001111', { receiptNoPlace: 'back' })
  expect(screen.container.querySelector('svg[role="img"]')).toBeNull()
})
