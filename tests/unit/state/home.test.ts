// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { Home, homeIsDue } from '#src/state/home.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { CUSTOMER_ID } from '#tests/kit/fake-data.ts'

let now = 1000
const clock = { now: () => now, after: () => () => {} }

function begin() {
  const loads = [vi.fn(), vi.fn(), vi.fn()] as const
  const [customer, rewards, receipts] = loads
  const home = new Home({ clock }, [{ load: customer }, { load: rewards }, { load: receipts }])
  const asked = () => loads.map(load => load.mock.calls.length)
  return { home, asked }
}

test('what was asked ahead of the screen is not asked again when it opens, but at each opening after that', () => {
  const { home, asked } = begin()
  home.prefetch()
  home.prefetch()
  home.open()
  expect(asked()).toEqual([1, 1, 1])
  home.open()
  expect(asked()).toEqual([2, 2, 2])
})

test('nothing is asked ahead of a screen that is open already', () => {
  const { home, asked } = begin()
  home.open()
  home.prefetch()
  expect(asked()).toEqual([1, 1, 1])
})

test.each([
  ['later than half a minute', 30_000],
  ['by a clock that was set back', -30_000],
])('what was asked ahead is asked again %s', (_, later) => {
  const { home, asked } = begin()
  home.prefetch()
  now += later
  home.open()
  expect(asked()).toEqual([2, 2, 2])
})

test('is due at its address in Thai, once startup is through', () => {
  const phase = { kind: 'ready', customerId: CUSTOMER_ID, online: true } as const
  expect(homeIsDue(fakeApp({ phase }), '/')).toBe(true)
  expect(homeIsDue(fakeApp({ phase }), '/receipt')).toBe(false)
  expect(homeIsDue(fakeApp({ phase, language: 'en' }), '/')).toBe(false)
  expect(homeIsDue(fakeApp({ phase: { kind: 'starting' } }), '/')).toBe(false)
})
