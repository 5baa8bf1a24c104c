// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import { someReceipt } from '#tests/kit/fake-data.ts'
import { ready } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

/** Texts that would be elements, attributes or addresses if a screen treated them as HTML. */
const hostile = [
  '<img src=x onerror="globalThis.attacked = 1">',
  '"><script>globalThis.attacked = 1</script>',
  'javascript:globalThis.attacked=1',
]

test.each(hostile)('texts of a receipt are shown as text: %s', async text => {
  const receipt = { ...someReceipt, receiptNo: text, storeName: text, storeNameEn: text }
  const receipts = ready([{ receipt, queued: null }])
  const detail = { path: `/receipt/${receipt.id}`, route: '/receipt/:id' }
  const screens = [
    await show(<ReceiptHistory />, { receipts }),
    await show(<ReceiptDetail />, { receipts }, detail),
  ]
  for (const { container, text: shown } of screens) {
    expect(shown()).toContain(text)
    expect(container.querySelectorAll('script, [onerror], img[src="x"]').length).toBe(0)
    for (const link of container.querySelectorAll('a'))
      expect(link.getAttribute('href') ?? '').not.toMatch(/^javascript:/i)
  }
  expect((globalThis as { attacked?: unknown }).attacked).toBeUndefined()
})
