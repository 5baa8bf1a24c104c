// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OfflineWorld, offlineWorld } from '#tests/kit/offline-world.ts'

let world: OfflineWorld
beforeEach(async () => {
  world = await offlineWorld()
})
afterEach(() => world.server.close())

test('does not use the database before the first paint', async () => {
  const { phone, clock, a } = world
  let paint = () => {}
  phone.painted = new Promise(resolve => {
    paint = resolve
  })
  const reads = vi.spyOn(phone.disk, 'entries')
  phone.signIn(a)
  phone.open()
  await clock.advance(1000)
  expect(reads).not.toHaveBeenCalled()
  paint()
  await clock.advance(1000)
  expect(reads).toHaveBeenCalled()
})

test('does not delay a write until the first paint', async () => {
  const { phone, clock, a } = world
  phone.painted = new Promise(() => {})
  phone.signIn(a)
  const { outbox } = phone.open()
  void outbox.enqueue(world.receipt('A-1'))
  await clock.advance(1000)
  expect(outbox.jobs()).toHaveLength(1)
})

test('a failed deletion does not delay the sign-out; a second attempt deletes the jobs', async () => {
  const { phone, clock, a } = world
  world.breakBy(() => 'drop-request')
  phone.signIn(a)
  const { outbox } = phone.open()
  const stored = () => phone.disk.keys('q/')
  void outbox.enqueue(world.receipt('A-1'))
  await clock.advance(1000)
  expect(await stored()).not.toEqual([])
  vi.spyOn(phone.disk, 'delete').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const left = outbox.discardOwner(a.customerId)
  await clock.advance(5000)
  await left
  expect(await stored()).toEqual([])
})
