import { beforeEach, expect, test } from 'vitest'
import { setMessaging } from '#server/message-queue/channel.ts'
import { latestValue } from '#src/state/resource.ts'
import { done, type Models, openModels, visited } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

let models: Models
const world = eachTest(offlineWorld)
beforeEach(async () => {
  await setMessaging(world.server.db, true)
  models = await visited(world)
  await done(world, models.customer.messages.load())
})

const shown = (of = models) => latestValue(of.customer.messages.current.value)
const stored = () =>
  world.server.db.selectFrom('message_preference').select(['message_group', 'is_on']).execute()

test('a switch that is changed without a network is shown at once and reaches the server once', async () => {
  expect(shown()).toMatchObject({ offered: true, groups: { receipts: true, draw: true, coupons: true } })
  world.breakBy(() => 'drop-request')
  void models.customer.saveMessages({ draw: false })
  void models.customer.saveMessages({ coupons: false })
  await world.clock.advance(5000)
  expect(shown()?.groups).toMatchObject({ receipts: true, draw: false, coupons: false })
  expect(await stored()).toEqual([])
  await world.online(10 * 60_000)
  expect(models.outbox.jobs.value).toEqual([])
  expect((await stored()).toSorted((a, b) => a.message_group.localeCompare(b.message_group))).toEqual([
    { message_group: 'coupons', is_on: 0 },
    { message_group: 'draw', is_on: 0 },
  ])
  const later = openModels(world.phone)
  await done(world, later.customer.messages.load(), 1000)
  expect(shown(later)?.groups).toMatchObject({ receipts: true, draw: false, coupons: false })
})
