// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { Home } from '#src/state/home.ts'

let now = 1000
const clock = { now: () => now, after: () => () => {} }

function begin(welcome: { readonly joined: boolean } | null = null) {
  const loads = [vi.fn(), vi.fn(), vi.fn()] as const
  const [customer, rewards, receipts] = loads
  const models = { customer: { load: customer }, rewards: { load: rewards }, receipts: { load: receipts } }
  const home = new Home({ clock }, models, () => welcome)
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

test('leaves the customer, and a new customer’s reward, to the welcome that posts and creates them first', () => {
  const known = begin({ joined: false })
  known.home.open()
  expect(known.asked()).toEqual([0, 1, 1])
  const joined = begin({ joined: true })
  joined.home.open()
  expect(joined.asked()).toEqual([0, 0, 1])
})
