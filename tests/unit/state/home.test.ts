// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { Home } from '#src/state/home.ts'

let now = 1000
const clock = { now: () => now, after: () => () => {} }

function begin() {
  const loads = [vi.fn(), vi.fn(), vi.fn()] as const
  const [customer, rewards, receipts] = loads
  const home = new Home({ clock }, [{ load: customer }, { load: rewards }, { load: receipts }])
  const asked = () => loads.map(load => load.mock.calls.length)
  return { home, asked }
}

test('prefetched data is not loaded again by the first opening, but by each one after that', () => {
  const { home, asked } = begin()
  home.prefetch()
  home.prefetch()
  home.open()
  expect(asked()).toEqual([1, 1, 1])
  home.open()
  expect(asked()).toEqual([2, 2, 2])
})

test('an open screen prefetches nothing', () => {
  const { home, asked } = begin()
  home.open()
  home.prefetch()
  expect(asked()).toEqual([1, 1, 1])
})

test.each([
  ['after more than half a minute', 30_000],
  ['after the clock was set back', -30_000],
])('prefetched data is loaded again %s', (_, later) => {
  const { home, asked } = begin()
  home.prefetch()
  now += later
  home.open()
  expect(asked()).toEqual([2, 2, 2])
})
