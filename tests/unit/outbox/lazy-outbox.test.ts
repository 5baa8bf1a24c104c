// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { createLateOutbox } from '#src/outbox/lazy-outbox.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'

/** An outbox whose script comes, or stays away, as the test says. */
async function late() {
  const world = await offlineWorld()
  const { phone, clock, a } = world
  phone.signIn(a)
  const page = phone.open()
  const fate = { away: false, asked: 0 }
  let paint = () => {}
  const painted = new Promise<void>(resolve => {
    paint = resolve
  })
  const outbox = createLateOutbox({
    clock,
    afterPaint: run => void painted.then(run),
    owner: phone.customerId,
    make: async (): Promise<Outbox> => {
      fate.asked += 1
      if (fate.away) throw new TypeError('Failed to fetch')
      return page.outbox
    },
  })
  return { world, clock, page, outbox, fate, paint }
}

test('nothing is fetched before the first screen is drawn, then the outbox is', async () => {
  const { outbox, fate, paint } = await late()
  outbox.ownerChanged()
  outbox.drain()
  await settle()
  expect(outbox.jobs()).toEqual([])
  expect(fate.asked).toBe(0)
  paint()
  await settle()
  expect(fate.asked).toBe(1)
})

test('a write that the customer waits for does not wait for a screen', async () => {
  const { world, clock, outbox } = await late()
  const sent = outbox.enqueue(world.receipt('A-1'))
  await clock.advance(1000)
  expect(await sent).toEqual({ state: 'received' })
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a write without the script is not taken for saved, and can be made again', async () => {
  const { world, clock, outbox, fate } = await late()
  fate.away = true
  const lost = outbox.enqueue(world.receipt('A-1'))
  await clock.advance(5000)
  expect(await lost).toEqual({ state: 'unsaved', reason: 'storage' })
  fate.away = false
  const sent = outbox.enqueue(world.receipt('A-1'))
  await clock.advance(1000)
  expect(await sent).toEqual({ state: 'received' })
})

test('a write that one customer made before the script came is never the next one’s', async () => {
  const { world, clock, outbox, fate } = await late()
  fate.away = true
  const sent = outbox.enqueue(world.receipt('A-1'))
  await clock.advance(100)
  world.phone.signIn(world.b)
  fate.away = false
  await clock.advance(5000)
  expect(await sent).toMatchObject({ state: 'refused', failure: { code: 'UNAUTHORIZED' } })
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual([])
})

test('what a customer leaves behind goes although the script comes late', async () => {
  const { world, clock, page, outbox, fate, paint } = await late()
  world.breakBy(() => 'drop-request')
  const kept = () => world.phone.disk.keys('q/')
  void page.outbox.enqueue(world.receipt('A-1'))
  await clock.advance(1000)
  expect(await kept()).not.toEqual([])
  fate.away = true
  paint()
  const left = outbox.discardOwner(world.a.customerId)
  await clock.advance(5000)
  await left
  expect(await kept()).not.toEqual([])
  fate.away = false
  await clock.advance(20_000)
  expect(await kept()).toEqual([])
})

test('who signs out is not held up by a phone that cannot delete', async () => {
  const { world, clock, page, outbox, paint } = await late()
  world.breakBy(() => 'drop-request')
  const kept = () => world.phone.disk.keys('q/')
  void page.outbox.enqueue(world.receipt('A-1'))
  await clock.advance(1000)
  const refuses = vi.spyOn(world.phone.disk, 'delete')
  refuses.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  paint()
  const left = outbox.discardOwner(world.a.customerId)
  await clock.advance(5000)
  await left
  expect(await kept()).toEqual([])
})

test('a page view is logged although the script comes late', async () => {
  const { world, clock, outbox, fate, paint } = await late()
  fate.away = true
  paint()
  void outbox.log({
    kind: 'pageview',
    path: '/',
    eventId: world.id(),
    at: new Date(clock.now()).toISOString(),
  })
  await clock.advance(5000)
  fate.away = false
  await clock.advance(20_000)
  expect(world.calls('POST /api/log/batch')).toBe(1)
})

test('a page that is gone before the script came leaves no outbox behind', async () => {
  const made = { stopped: 0 }
  const outbox = createLateOutbox({
    clock: virtualClock(0),
    afterPaint: run => run(),
    owner: () => null,
    make: async () => ({ stop: () => (made.stopped += 1) }) as unknown as Outbox,
  })
  outbox.drain()
  outbox.stop()
  await settle()
  expect(made.stopped).toBe(1)
})
