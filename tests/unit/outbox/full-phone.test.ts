import { expect, test } from 'vitest'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, receipt, answer } = world

test('a stored job that was tried before is sent although the phone has become full', async () => {
  world.breakBy(() => 'drop-request')
  const page = await world.openWith(1000, receipt('A-1'))
  phone.full = true
  await world.online(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(page.outbox.views()).toEqual([])
  page.close()
  // The phone could not store the outcome. The next page sends the job again, and the server repeats its answer.
  const { outbox } = phone.open()
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  phone.full = false
  await clock.advance(60_000)
  expect(outbox.views()).toEqual([])
})

test('a job that was tried on a full phone cannot be deleted, also after a restart with space', async () => {
  world.breakBy(() => 'drop-request')
  const page = phone.open()
  const job = answer('ชา')
  await world.queue(page.outbox, 1000, job)
  phone.full = true
  world.breakBy(() => 'drop-reply')
  await clock.advance(10_000)
  expect(await world.answers()).toEqual([`A ${job.id}`])
  page.crash()
  phone.full = false
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  await clock.advance(1000)
  expect(await outbox.discard(job.id)).toBe(false)
})

test('one tap makes one request although the phone cannot store that', async () => {
  let requests = 0
  world.breakBy(() => {
    requests += 1
    return 'drop-request'
  })
  const { outbox } = await world.openWith(1000, answer('ชา'))
  phone.full = true
  await clock.advance(20_000)
  const before = requests
  outbox.sendNow(true)
  await clock.advance(100)
  expect(requests).toBe(before + 1)
})

test('a stored job that was never tried waits for space, because unmarked it could be deleted after it arrived', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  const [first, second] = [answer('1'), answer('2')]
  await world.queue(outbox, 500, first, second)
  phone.full = true
  await world.online(60_000)
  expect(await world.answers()).toEqual([`A ${first.id}`])
  expect(outbox.views()).toMatchObject([{ id: second.id, waitsFor: 'storage' }])
  // A tap would send nothing, so the screen has no button and says when the app tries again.
  expect(outbox.heldUntil()).toBeGreaterThan(clock.now())
  phone.full = false
  await clock.advance(60_000)
  expect(await world.answers()).toEqual([`A ${first.id}`, `A ${second.id}`].sort())
})

test('a tap sends nothing while the phone’s database fails, and the screen is told so', async () => {
  let requests = 0
  world.breakBy(() => {
    requests += 1
    return 'drop-request'
  })
  const page = await world.openWith(500, answer('ชา'))
  page.loseStorage()
  await clock.advance(60_000)
  const before = requests
  expect(page.outbox.heldUntil()).toBeGreaterThan(clock.now())
  page.outbox.sendNow(true)
  await clock.advance(100)
  expect(requests).toBe(before)
  page.healStorage()
  await world.online(60_000)
  expect(await world.answers()).toHaveLength(1)
})

test('a refused item is not sent again while the phone’s database fails, and the customer is told so', async () => {
  const page = phone.open()
  // The server refuses an empty answer.
  const job = answer('')
  await world.queue(page.outbox, 500, job)
  const tries = () => page.outbox.views().map(view => [view.state, view.tries])
  expect(tries()).toEqual([['refused', 1]])
  page.loseStorage()
  expect(await page.outbox.retry(job.id)).toBe(false)
  page.healStorage()
  await clock.advance(60_000)
  expect(tries()).toEqual([['refused', 1]])
  expect(await page.outbox.retry(job.id)).toBe(true)
  await clock.advance(500)
  expect(tries()).toEqual([['refused', 2]])
})
