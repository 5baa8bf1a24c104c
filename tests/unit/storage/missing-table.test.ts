import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createIndexedDbStore, createKeyValueStore, withBreaker } from '#src/storage/key-value-store.ts'
import { STORE_RETRY_MS, STORE_TIMEOUT_MS } from '#src/storage/limits.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'

/** Opens a database as a page whose opening was interrupted leaves it: it exists, but has no table. */
function openWithoutTable(idb: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = idb.open('phone')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function page(idb: Pick<IDBFactory, 'open'>, clock = virtualClock(0)) {
  const disk = withBreaker(createIndexedDbStore(reopeningStore(clock, idb, 'phone')), clock)
  return { kv: createKeyValueStore(disk), disk, clock }
}

test('creates the table that a database lacks, and the next visit reads what was stored', async () => {
  const idb = new IDBFactory()
  const broken = await openWithoutTable(idb)
  broken.close()
  const { kv } = page(idb)
  await kv.set([['k', 1]])
  expect(kv.durable()).toBe(true)
  const next = page(idb)
  expect([await next.kv.get('k'), next.kv.durable()]).toEqual([1, true])
})

test('two pages that find the table missing at the same time both work afterwards', async () => {
  const idb = new IDBFactory()
  const broken = await openWithoutTable(idb)
  broken.close()
  const [first, second] = [page(idb), page(idb)]
  await Promise.all([first.disk.set([['a', 1]]), second.disk.set([['b', 2]])])
  expect(await first.disk.keys('')).toEqual(['a', 'b'])
})

test('uses memory while another page keeps the broken database open, and the database afterwards', async () => {
  const idb = new IDBFactory()
  const frozen = await openWithoutTable(idb)
  const { kv, disk, clock } = page(idb)
  let done = false
  const writing = kv.set([['k', 1]]).then(() => {
    done = true
  })
  for (let ms = 0; ms <= 4 * STORE_TIMEOUT_MS.open && !done; ms += 100) {
    for (let i = 0; i < 5; i++) await settle()
    await clock.advance(100)
  }
  await writing
  expect([await kv.get('k'), kv.durable()]).toEqual([1, false])
  frozen.close()
  await clock.advance(STORE_RETRY_MS)
  await kv.get('other')
  for (let i = 0; i < 20; i++) await settle()
  expect([await disk.get('k'), kv.durable()]).toEqual([1, true])
})

test('a refused opening is not remembered for the whole visit', async () => {
  const idb = new IDBFactory()
  for (const name of ['QuotaExceededError', 'AbortError', 'UnknownError']) {
    let refuses = true
    const { kv, disk, clock } = page({
      open(store: string) {
        if (refuses) throw new DOMException('not now', name)
        return idb.open(store)
      },
    })
    for (let i = 0; i < 5; i++) {
      await kv.get('k').catch(() => undefined)
      await clock.advance(STORE_RETRY_MS)
    }
    refuses = false
    await disk.set([['k', name]])
    expect(await disk.get('k')).toBe(name)
  }
})
