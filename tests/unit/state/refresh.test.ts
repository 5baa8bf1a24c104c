import { expect, test } from 'vitest'
import { latestValue } from '#src/state/resource.ts'
import { openModels } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

test('replaces an error by the data when the server answers again, without flickering before', async () => {
  const { customer } = openModels(world.phone)
  world.breakBy(() => 'unavailable')
  void customer.load()
  await world.clock.advance(100)
  expect(customer.current.value.state).toBe('failed')
  const seen = new Set<string>()
  customer.current.subscribe(({ state }) => seen.add(state))
  await world.clock.advance(30_000)
  expect([...seen]).toEqual(['failed'])
  expect(world.calls('GET /api/customer')).toBe(0)
  await world.online(70_000)
  expect(customer.current.value).toMatchObject({ state: 'ready', value: { id: world.a.customerId } })
  expect([...seen]).toEqual(['failed', 'ready'])
  await world.clock.advance(600_000)
  expect(world.calls('GET /api/customer')).toBe(1)
})

test('does not retry after a permanent refusal', async () => {
  const { rewards } = openModels(world.phone)
  void rewards.qr.load()
  await world.clock.advance(100)
  const asked = world.calls('GET /api/reward/qr')
  const { state } = rewards.qr.current.value
  await world.clock.advance(600_000)
  expect(rewards.qr.current.value.state).toBe(state)
  expect(world.calls('GET /api/reward/qr')).toBe(asked)
})

test('shows data loaded by another tab without calling the server', async () => {
  const first = openModels(world.phone)
  const second = openModels(world.phone)
  await Promise.all([first.customer.load(), second.customer.load(), world.clock.advance(100)])
  const asked = world.calls('GET /api/customer')
  // The profile changes on another phone. Only the first tab calls the server.
  await world.server.call('putCustomer', { token: world.a.token, body: { firstName: 'มะลิ' } })
  void first.customer.load()
  await world.clock.advance(1000)
  expect(latestValue(first.customer.current.value)?.firstName).toBe('มะลิ')
  expect(latestValue(second.customer.current.value)?.firstName).toBe('มะลิ')
  void first.rewards.load()
  await world.clock.advance(1000)
  expect(second.rewards.current.value.state).toBe('empty')
  expect(world.calls('GET /api/customer')).toBe(asked + 1)
})
