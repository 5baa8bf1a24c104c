// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { GUARDED_FRAME } from '#emulator/guarded-tab.ts'
import { leavesTab } from '#emulator/page/tab.ts'

afterEach(() => Reflect.deleteProperty(window, 'frameElement'))

const urls = [
  ['https://other.example/', true],
  ['/receipt', false],
  ['javascript:void 0', false],
  ['data:text/plain,x', false],
  ['blob:https://other.example/1', false],
  ['about:blank', false],
  ['https://', false],
] as const

test('a page in a guarded tab leaves it for another site, and not for a script or its own data', () => {
  const inTab = () => urls.map(([url]) => [url, leavesTab(url)])
  expect(inTab()).toEqual(urls.map(([url]) => [url, false]))
  Object.defineProperty(window, 'frameElement', { configurable: true, value: { id: GUARDED_FRAME } })
  expect(inTab()).toEqual(urls)
})
