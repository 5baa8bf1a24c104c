import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { JOB_MAX_AGE_MS } from '#src/outbox/limits.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, answer } = world

/** Opens a page with a queued answer that could not be sent. */
async function waiting() {
  world.breakBy(() => 'drop-request')
  const page = phone.open()
  const job = answer('ชา')
  await world.queue(page.outbox, 1000, job)
  return { ...page, job }
}

test('a clock that is eight days ahead does not make a job old if the server’s clock is known', async () => {
  const { outbox, job } = await waiting()
  world.clock.jump(8 * DAY_MS)
  world.phone.serverAhead = -8 * DAY_MS
  await world.clock.advance(60_000)
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'network', expired: false }])
  await world.online(60_000)
  expect(await world.answers()).toEqual([`A ${job.id}`])
})

test('a clock that is behind does not hide that a job is old by the server’s clock', async () => {
  const page = await waiting()
  page.close()
  world.clock.jump(-DAY_MS)
  world.phone.serverAhead = JOB_MAX_AGE_MS + DAY_MS
  const { outbox } = world.phone.open()
  await world.clock.advance(60_000)
  expect(outbox.views()).toMatchObject([{ state: 'refused', expired: true }])
})

test.each([
  ['set back', () => world.clock.jump(-8 * DAY_MS)],
  [
    'known to be wrong',
    () => {
      world.phone.serverAhead = -8 * DAY_MS
    },
  ],
])('sends a job that looked too old until the clock was %s, also after a restart', async (_, correct) => {
  const page = await waiting()
  world.clock.jump(8 * DAY_MS)
  await world.clock.advance(60_000)
  expect(page.outbox.views()).toMatchObject([{ state: 'refused', expired: true }])
  page.close()
  correct()
  world.breakBy(() => 'ok')
  const { outbox } = world.phone.open()
  await world.clock.advance(10_000)
  expect(await world.answers()).toEqual([`A ${page.job.id}`])
  expect(outbox.views()).toEqual([])
})

test('two tabs that disagree about the time do not take a job from each other endlessly', async () => {
  const page = await waiting()
  clock.jump(8 * DAY_MS)
  let asked = 0
  Object.defineProperty(phone, 'serverAhead', {
    // Every second read knows the difference from the server's clock, so that the two pages disagree.
    get: () => (asked++ % 2 === 0 ? null : -8 * DAY_MS),
  })
  phone.open()
  await clock.advance(60_000)
  const stored = page.outbox.transitions().filter(({ job }) => job === page.job.id)
  expect(stored.length).toBeLessThan(60)
})
