import { beforeEach, expect, test, vi } from 'vitest'
import { JOBS } from '#src/storage/keys.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, a } = world
beforeEach(() => world.breakBy(() => 'drop-request'))

/** Opens a page whose receipts wait for the network. */
async function waiting(...numbers: string[]) {
  const page = world.phone.open()
  for (const number of numbers) void page.outbox.enqueue(world.receipt(number))
  await world.clock.advance(500)
  return page
}

test('a receipt that says "saved" is stored again when the browser deletes the database, and sent at the next visit', async () => {
  const page = await waiting('A-1', 'A-2')
  expect(page.outbox.views()).toMatchObject([{ kept: true }, { kept: true }])
  await phone.deleteDatabase()
  await clock.advance(0)
  expect(phone.disk.peek(JOBS)).toHaveLength(2)
  expect(page.outbox.views()).toMatchObject([{ kept: true }, { kept: true }])
  page.close()
  world.breakBy(() => 'ok')
  phone.open()
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2'])
  expect(await world.stored()).toEqual([])
})

test('a receipt that cannot be stored again no longer says "saved", is sent from memory, and stored later', async () => {
  const page = await waiting('A-1')
  page.loseStorage()
  await phone.deleteDatabase()
  await clock.advance(0)
  expect(page.outbox.views()).toMatchObject([{ kept: false }])
  page.healStorage()
  await clock.advance(60_000)
  expect(page.outbox.views()).toMatchObject([{ kept: true }])
  expect(phone.disk.peek(JOBS)).toHaveLength(1)
  page.loseStorage()
  await phone.deleteDatabase()
  await world.online(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a receipt that is being sent while the database is deleted is sent once and leaves nothing behind', async () => {
  const page = await waiting('A-1')
  for (const step of [0, 1, 5, 20, 60, 200]) {
    world.breakBy(() => 'ok')
    page.outbox.sendNow(true)
    await clock.advance(step)
    await phone.deleteDatabase()
  }
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect([page.outbox.views(), phone.disk.peek(JOBS)]).toEqual([[], []])
})

test('a second tab that was frozen does not bring back what the first one has sent since', async () => {
  const page = await waiting('A-1')
  const other = phone.open()
  await clock.advance(500)
  other.freeze()
  await phone.deleteDatabase()
  await world.online(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  other.thaw()
  await clock.advance(60_000)
  expect([page.outbox.views(), other.outbox.views(), phone.disk.peek(JOBS)]).toEqual([[], [], []])
  expect(other.outbox.outcomes()).toMatchObject([{ state: 'received' }])
})

test.each([0, 1])(
  'a photo is stored again if another tab, which does not have it, stores its receipt first: tab %i',
  async author => {
    const pages = [phone.open(), phone.open()]
    await clock.advance(500)
    void pages[author]?.outbox.enqueue(world.receipt('A-1'))
    await clock.advance(500)
    await phone.deleteDatabase()
    await world.online(60_000)
    expect(await world.receipts()).toEqual(['A A-1'])
    expect(pages.map(({ outbox }) => outbox.views())).toEqual([[], []])
  },
)

test('a photo that is read at the moment in which the database is deleted is not called missing', async () => {
  const page = await waiting('A-1')
  const { get } = phone.disk
  let deletions = 0
  vi.spyOn(phone.disk, 'get').mockImplementation(key => {
    if (key.startsWith('q/photo/') && deletions++ === 0) void phone.deleteDatabase()
    return get(key)
  })
  await world.online(60_000)
  expect(deletions).toBeGreaterThan(0)
  expect(page.outbox.views()).toEqual([])
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a job that is stored at the moment in which the database is deleted is stored again', async () => {
  const page = phone.open()
  await clock.advance(500)
  const { transact } = phone.disk
  vi.spyOn(phone.disk, 'transact').mockImplementationOnce(async (key, change) => {
    await transact(key, change)
    await phone.deleteDatabase()
    // This read makes the page start to store everything again before the page knows that its write has succeeded.
    await page.outbox.photo(world.a.customerId, '0'.repeat(64))
  })
  await world.queue(page.outbox, 500, world.receipt('A-1'))
  expect(page.outbox.views()).toMatchObject([{ kept: true }])
  expect(phone.disk.peek(JOBS)).toHaveLength(1)
})

test('what a customer who signed out has deleted does not come back', async () => {
  const page = await waiting('A-1')
  await page.outbox.discardOwner(a.customerId)
  await phone.deleteDatabase()
  await clock.advance(60_000)
  expect(phone.disk.peek('q/')).toEqual([])
})
