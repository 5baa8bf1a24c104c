import { expect, test } from 'vitest'
import Confirm from '#src/screens/confirm/confirm.tsx'
import { setCampaign } from '#tests/kit/activity.ts'
import { ended } from '#tests/kit/drawn.ts'
import { type Models, openModels } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { show } from '#tests/kit/render.tsx'
import { eachTest, update } from '#tests/kit/server.ts'

/** Tests the real screen with the real models and server after the end of the campaign. */

const world = eachTest(offlineWorld)
const NAME = 'สมชาย ใจดี'

async function win() {
  const { server } = world
  await world.a.call('createReward', { body: {} })
  await update(server, 'customer', { first_name: 'สมชาย', last_name: 'ใจดี', line_display_name: '☁️ชาย' })
  await update(server, 'reward', { draw_state: 'confirmed', draw_rank: 1 })
  const now = server.clock.now()
  await setCampaign(server, { closes_at: now - 2000, announced_at: now - 1000, confirm_by: now + 60_000 })
}

async function open({ rewards, customer, outbox }: Models) {
  const shown = await show(<Confirm />, ended(null, {}), {
    path: '/confirm',
    models: { rewards, customer, outbox },
  })
  const pass = (ms: number) => shown.act(() => world.clock.advance(ms))
  await pass(2000)
  return { ...shown, pass }
}

test('after the campaign’s end, the ticket has the registered name, also in a later visit without a network', async () => {
  await win()
  const first = openModels(world.phone)
  const online = await open(first)
  expect(online.text()).toContain(NAME)
  expect(online.text()).not.toContain('☁️')
  await online.leave()
  first.page.crash()
  world.breakBy(() => 'drop-request')
  const offline = await open(openModels(world.phone))
  expect(offline.text()).toContain(NAME)
})

test('a ticket whose name was erased has no name, and no name of LINE', async () => {
  await win()
  await update(world.server, 'customer', { first_name: null, last_name: null })
  const screen = await open(openModels(world.phone))
  expect(screen.text()).toContain('บัตรคอนเสิร์ต')
  for (const name of ['☁️', 'สมชาย', 'null']) expect(screen.text()).not.toContain(name)
})
