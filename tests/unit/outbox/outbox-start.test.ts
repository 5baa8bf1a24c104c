import { expect, test, vi } from 'vitest'
import { JOBS } from '#src/storage/keys.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, a } = world

test('does not use the database before the first paint', async () => {
  let paint = () => {}
  phone.painted = new Promise(resolve => {
    paint = resolve
  })
  const reads = vi.spyOn(phone.disk, 'entries')
  phone.open()
  await clock.advance(1000)
  expect(reads).not.toHaveBeenCalled()
  paint()
  await clock.advance(1000)
  expect(reads).toHaveBeenCalled()
})

test('does not delay a write until the first paint', async () => {
  phone.painted = new Promise(() => {})
  await world.openWith(1000, world.receipt('A-1'))
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a tab that is still reading its jobs learns of a job that another tab adds at that time', async () => {
  world.breakBy(() => 'hang')
  const first = phone.open()
  await clock.advance(1000)
  const second = phone.open()
  let found = () => {}
  const entries = phone.disk.entries.bind(phone.disk)
  // The second tab's read takes place before the job is added, but returns only afterwards.
  const reads = vi.spyOn(phone.disk, 'entries').mockImplementation(async prefix => {
    const records = await entries(prefix)
    if (prefix !== JOBS) return records
    reads.mockRestore()
    await new Promise<void>(resolve => {
      found = resolve
    })
    return records
  })
  await clock.advance(0)
  await world.queue(first.outbox, 100, world.receipt('A-1'))
  found()
  await clock.advance(1000)
  expect(second.outbox.views()).toMatchObject([{ state: 'sending' }])
})

test('a failed deletion does not delay the sign-out; a second attempt deletes the jobs', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  const stored = () => phone.disk.keys('q/')
  await world.queue(outbox, 1000, world.receipt('A-1'))
  expect(await stored()).not.toEqual([])
  vi.spyOn(phone.disk, 'delete').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const left = outbox.discardOwner(a.customerId)
  await clock.advance(5000)
  await left
  expect(await stored()).toEqual([])
})
