// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import { noLists } from '#tests/kit/fake-data.ts'
import { show } from '#tests/kit/render.tsx'

const failed = { state: 'failed', failure: { kind: 'timeout' }, value: null, at: null } as const

test('a store list that cannot be loaded says so, and loads again with a tap', async () => {
  const screen = await show(<ReceiptScreen />, { master: noLists, masterState: failed })
  const load = vi.spyOn(screen.app.master, 'load')
  await screen.press('เลือกร้านค้า')
  expect(screen.container.querySelector('dialog')?.textContent).not.toContain('กำลังโหลด')
  await screen.press('ลองใหม่')
  expect(load).toHaveBeenCalled()
})

test('stores from an earlier visit can be chosen although the list cannot be loaded now', async () => {
  const screen = await show(<ReceiptScreen />, { masterState: failed })
  await screen.press('เลือกร้านค้า')
  await screen.press('บ้านดีมาร์ท สาขาสีลม')
  expect(screen.container.querySelector('dialog')).toBeNull()
  expect(screen.text()).toContain('บ้านดีมาร์ท สาขาสีลม')
})
