import { expect, test } from 'vitest'
import { createKeyValueStore, createMemoryStore, withBreaker } from '#src/storage/key-value-store.ts'
import { STORE_RETRY_MS } from '#src/storage/limits.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'
import { eachTest } from '#tests/kit/each-test.ts'

/** Creates a phone's store, whose database can fail and recover. */
function phone() {
  const clock = virtualClock(1_000_000)
  const database = createMemoryStore()
  let fails = false
  const step = <T>(work: () => Promise<T>) =>
    fails ? Promise.reject(new DOMException('lost', 'UnknownError')) : work()
  const disk = withBreaker(
    {
      get: key => step(() => database.get(key)),
      set: entries => step(() => database.set(entries)),
      transact: (key, change) => step(() => database.transact(key, change)),
      delete: keys => step(() => database.delete(keys)),
      deletePrefix: prefix => step(() => database.deletePrefix(prefix)),
      entries: prefix => step(() => database.entries(prefix)),
      keys: prefix => step(() => database.keys(prefix)),
    },
    clock,
  )
  return {
    kv: createKeyValueStore(disk),
    clock,
    database,
    fail() {
      fails = true
    },
    async heal() {
      fails = false
      await clock.advance(STORE_RETRY_MS)
    },
  }
}

const { kv, database, fail, heal, clock } = eachTest(phone)

test('what was written while the database failed is copied to it afterwards', async () => {
  fail()
  await kv.set([['m/x', 1]])
  await heal()
  await kv.get('m/y')
  await settle()
  expect(await database.get('m/x')).toBe(1)
})

test('uses the database again if the clock was set back while it failed', async () => {
  fail()
  await kv.set([['m/x', 1]])
  clock.jump(-2 * STORE_RETRY_MS)
  await heal()
  await kv.set([['m/y', 1]])
  expect(await database.get('m/y')).toBe(1)
})

test('a customer’s records that could not be deleted are deleted when the database works again', async () => {
  await kv.set([
    ['u/a/receipts', 1],
    ['u/b/receipts', 1],
  ])
  fail()
  await kv.set([['u/a/customer', 1]])
  await kv.deletePrefix('u/a/')
  await heal()
  await kv.get('m/y')
  await settle()
  expect(await database.keys('')).toEqual(['u/b/receipts'])
})

test('records from memory that are being copied to the database do not survive their deletion', async () => {
  fail()
  await kv.set([['u/a/customer', 1]])
  await heal()
  // The first request that succeeds starts the copy.
  await Promise.all([kv.get('m/y'), kv.deletePrefix('u/a/')])
  await settle()
  expect(await database.keys('')).toEqual([])
  await kv.deletePrefix('u/a/')
  expect(await kv.keys('')).toEqual([])
})
