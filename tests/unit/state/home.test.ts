import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import type { Customer } from '#contract/schema/customer.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { Home } from '#src/state/home.ts'
import type { ReceiptEntry, Resource } from '#src/state/types.ts'
import { registered } from '#tests/kit/fake-data.ts'

let now = 1000
const clock = { now: () => now, after: () => () => {} }

function begin(welcome: { readonly joined: boolean } | null = null) {
  const loads = [vi.fn(), vi.fn(), vi.fn()] as const
  const [customer, rewards, receipts] = loads
  const current = signal<Resource<Customer>>({ state: 'empty' })
  const history = signal<Resource<readonly ReceiptEntry[]>>({ state: 'empty' })
  const models = {
    customer: { load: customer, current },
    rewards: { load: rewards, current: signal<Resource<Reward | null>>({ state: 'empty' }) },
    receipts: { load: receipts, history },
  }
  const home = new Home({ clock }, models, () => welcome)
  const asked = () => loads.map(load => load.mock.calls.length)
  return { home, asked, current, history }
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

test('does not load again what the welcome or another screen has just loaded, until home is opened again', () => {
  const { home, asked, current, history } = begin()
  current.value = { state: 'ready', value: registered, at: now, refreshing: false }
  history.value = { state: 'ready', value: [], at: now, refreshing: false }
  home.open()
  expect(asked()).toEqual([0, 1, 0])
  home.open()
  expect(asked()).toEqual([1, 2, 1])
})

test('leaves the customer, and a new customer’s reward, to the welcome that posts and creates them first', () => {
  const known = begin({ joined: false })
  known.home.open()
  expect(known.asked()).toEqual([0, 1, 1])
  const joined = begin({ joined: true })
  joined.home.open()
  expect(joined.asked()).toEqual([0, 0, 1])
})
