import { expect, test } from 'vitest'
import { createOutbox } from '#src/outbox/outbox.ts'
import { JOBS, jobKey, LOGS } from '#src/storage/keys.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { reportedDefects } from '#tests/kit/reported-defects.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

const defect = () => new TypeError('list.toSorted is not a function')

function page() {
  return world.phone.open()
}

const reported = eachTest(reportedDefects)

test('a defect while the jobs are read is reported and thrown, and the phone’s storage does not count as failed', async () => {
  const { disk } = world.phone
  const { entries } = disk
  disk.entries = async prefix => (prefix === JOBS ? Promise.reject(defect()) : entries(prefix))
  const { outbox, durable } = page()
  await world.clock.advance(1000)
  expect(() => outbox.loaded()).toThrow('toSorted')
  await expect(outbox.enqueue(world.receipt('A-1'))).rejects.toThrow('toSorted')
  expect(outbox.defect()?.error).toBeInstanceOf(TypeError)
  expect(reported.length).toBeGreaterThan(0)
  expect(durable()).toBe(true)
  disk.entries = entries
  // The outbox retries the read.
  await world.clock.advance(10_000)
  const sent = outbox.enqueue(world.receipt('A-1'))
  await world.clock.advance(1000)
  expect(await sent).toMatchObject({ state: 'received' })
  expect(outbox.loaded()).toBe(true)
})

test('a defect while a job is stored rejects, and the job is not put into the page’s memory', async () => {
  reportedDefects()
  const { outbox } = page()
  const { transact } = world.phone.disk
  world.phone.disk.transact = () => Promise.reject(defect())
  await expect(outbox.enqueue(world.receipt('A-1'))).rejects.toThrow('toSorted')
  expect(outbox.jobs()).toEqual([])
  expect(outbox.defect()?.error).toBeInstanceOf(TypeError)
  world.phone.disk.transact = transact
  await world.clock.advance(60_000)
  expect(await world.receipts()).toEqual([])
})

test('a defect while a job is marked as being sent does not say that the phone cannot store', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox, show } = page()
  const job = world.receipt('A-1')
  await world.queue(outbox, 500, job)
  const { transact } = world.phone.disk
  world.phone.disk.transact = (key, change) =>
    key === jobKey(job.id) ? Promise.reject(defect()) : transact(key, change)
  await world.clock.advance(60_000)
  expect(outbox.views().map(({ waitsFor }) => waitsFor)).not.toContain('storage')
  expect(() => outbox.loaded()).toThrow('toSorted')
  expect(reported.length).toBeGreaterThan(0)
  world.phone.disk.transact = transact
  world.breakBy(() => 'ok')
  show(true)
  await world.clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(outbox.loaded()).toBe(true)
})

test('a defect while a job is being sent is reported, and the job is sent again', async () => {
  const { ports, identity, newId } = world.phone.base()
  const { call } = ports.api
  const api = { ...ports.api, call: () => Promise.reject(defect()) }
  const outbox = createOutbox({ ...ports, api }, identity, newId())
  outbox.ownerChanged()
  await world.queue(outbox, 60_000, world.receipt('A-1'))
  expect(() => outbox.loaded()).toThrow('toSorted')
  expect(reported.length).toBeGreaterThan(0)
  api.call = call as never
  await world.clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a defect while a job is deleted rejects and is named', async () => {
  reportedDefects()
  world.breakBy(() => 'drop-request')
  const { outbox } = page()
  const { transact } = world.phone.disk
  const job = world.receipt('A-1')
  await world.queue(outbox, 500, job)
  world.phone.disk.transact = () => Promise.reject(defect())
  await expect(outbox.retry(job.id)).rejects.toThrow('toSorted')
  expect(outbox.defect()?.error).toBeInstanceOf(TypeError)
  world.phone.disk.transact = transact
})

test('a defect while the log events are read is reported, and jobs are still sent', async () => {
  const { disk } = world.phone
  const { entries } = disk
  // This is not a database error: the outbox itself fails on the value that it has read.
  disk.entries = async prefix => (prefix === LOGS ? (null as never) : entries(prefix))
  const { outbox, durable } = page()
  const sent = outbox.enqueue(world.receipt('A-1'))
  await world.clock.advance(1000)
  expect(await sent).toMatchObject({ state: 'received' })
  expect(reported.map(String)).toContainEqual(expect.stringContaining('TypeError'))
  expect(durable()).toBe(true)
})

test('a defect while log events are sent is reported, and jobs are still sent after a failure', async () => {
  const { disk } = world.phone
  world.breakBy(() => 'drop-request')
  const crashed = page()
  void crashed.outbox.log(world.view('/help'))
  await world.clock.advance(5000)
  crashed.crash()
  const { outbox } = page()
  await world.clock.advance(5000)
  const { entries } = disk
  disk.entries = async prefix => (prefix === LOGS ? Promise.reject(defect()) : entries(prefix))
  await world.clock.advance(120_000)
  expect(reported.map(String)).toContainEqual(expect.stringContaining('toSorted'))
  await world.queue(outbox, 1000, world.receipt('A-1'))
  await world.online(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})
