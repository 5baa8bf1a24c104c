import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createIndexedDbStore, createKeyValueStore, withBreaker } from '#src/storage/key-value-store.ts'
import { STORE_RETRY_MS, STORE_TIMEOUT_MS } from '#src/storage/limits.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'

function page(idb: IDBFactory) {
  const handles: IDBDatabase[] = []
  let losses = 0
  const spied = {
    open(name: string, version?: number) {
      const request = idb.open(name, version)
      request.addEventListener('success', () => handles.push(request.result))
      return request
    },
  }
  const store = reopeningStore(virtualClock(0), spied, 'phone', () => {
    losses += 1
  })
  return {
    disk: createIndexedDbStore(store),
    losses: () => losses,
    opened: () => handles.length,
    /** Closes the connection as a browser does, with or without telling the page. */
    close({ tells }: { readonly tells: boolean }) {
      const db = handles.at(-1)
      db?.close()
      if (tells) db?.onclose?.(new Event('close'))
    },
  }
}

const deleted = (idb: IDBFactory) =>
  new Promise<void>((resolve, reject) => {
    const request = idb.deleteDatabase('phone')
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

async function settled() {
  for (let i = 0; i < 20; i += 1) await settle()
}

test('every page learns that the database was deleted, once, and writes to a new one', async () => {
  const idb = new IDBFactory()
  const pages = [page(idb), page(idb)]
  for (const { disk } of pages) await disk.set([['k', 1]])
  await deleted(idb)
  expect(pages.map(({ losses }) => losses())).toEqual([1, 1])
  for (const { disk } of pages) expect(await disk.get('k')).toBeUndefined()
  for (const { disk } of pages) await disk.set([['k', 2]])
  expect(pages.map(({ losses }) => losses())).toEqual([1, 1])
})

test('a page that was not told learns it before its next request sees the new database', async () => {
  const idb = new IDBFactory()
  const { disk, losses, close } = page(idb)
  await disk.set([['k', 1]])
  close({ tells: false })
  await deleted(idb)
  await page(idb).disk.set([['other', 1]])
  let seen = -1
  await disk.transact('k', () => {
    seen = losses()
    return null
  })
  expect(seen).toBe(1)
})

test('a database that the browser has closed is opened again at once, and is lost only if it is a new one', async () => {
  const idb = new IDBFactory()
  const { disk, losses, opened, close } = page(idb)
  await disk.set([['k', 1]])
  close({ tells: true })
  await settled()
  expect([opened(), losses(), await disk.get('k')]).toEqual([2, 0, 1])
  close({ tells: false })
  await deleted(idb)
  close({ tells: true })
  await settled()
  expect([opened(), losses(), await disk.get('k')]).toEqual([3, 1, undefined])
})

test('a database of version 1.1.0 that was deleted differs from the new one', async () => {
  const idb = new IDBFactory()
  await new Promise<void>(resolve => {
    const request = idb.open('phone')
    request.onupgradeneeded = () => request.result.createObjectStore('keyval')
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  const { disk, losses, close } = page(idb)
  await disk.set([['k', 1]])
  close({ tells: false })
  await deleted(idb)
  expect([await disk.get('k'), losses()]).toEqual([undefined, 1])
})

/** Returns databases that fail like WebKit's once the database process has ended, until `renew` is called. */
function mortalDatabases() {
  const data = new IDBFactory()
  const gone = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  const handles = new Set<IDBDatabase>()
  let dead = false
  return {
    open(name: string) {
      if (dead) throw gone()
      const request = data.open(name)
      request.addEventListener('success', () => handles.add(request.result))
      return request
    },
    renew() {
      dead = false
    },
    /** Ends the database process: open connections close, and new transactions on them fail. */
    end() {
      dead = true
      for (const db of handles) {
        db.close()
        db.transaction = () => {
          throw gone()
        }
      }
      handles.clear()
    },
  }
}

test('stores and reads again after each of ten ends of the browser’s process for databases', async () => {
  const databases = mortalDatabases()
  const store = createIndexedDbStore(reopeningStore(virtualClock(0), databases, 'phone'))
  for (let n = 0; n < 10; n += 1) {
    await store.set([[`job/${n}`, n]])
    databases.end()
    expect(await store.keys('job/')).toHaveLength(n + 1)
    databases.end()
  }
})

/** Opens a database that exists but has no table, as after a page was interrupted while it opened the database. */
function openWithoutTable(idb: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = idb.open('phone')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function pageOn(idb: Pick<IDBFactory, 'open'>, clock = virtualClock(0)) {
  const disk = withBreaker(createIndexedDbStore(reopeningStore(clock, idb, 'phone')), clock)
  return { kv: createKeyValueStore(disk), disk, clock }
}

test('creates the table that a database lacks, and the next visit reads what was stored', async () => {
  const idb = new IDBFactory()
  const broken = await openWithoutTable(idb)
  broken.close()
  const { kv } = pageOn(idb)
  await kv.set([['k', 1]])
  expect(kv.durable()).toBe(true)
  const next = pageOn(idb)
  expect([await next.kv.get('k'), next.kv.durable()]).toEqual([1, true])
})

test('two pages that find the table missing at the same time both work afterwards', async () => {
  const idb = new IDBFactory()
  const broken = await openWithoutTable(idb)
  broken.close()
  const [first, second] = [pageOn(idb), pageOn(idb)]
  await Promise.all([first.disk.set([['a', 1]]), second.disk.set([['b', 2]])])
  expect(await first.disk.keys('')).toEqual(['a', 'b'])
})

test('uses memory while another page keeps the broken database open, and the database afterwards', async () => {
  const idb = new IDBFactory()
  const frozen = await openWithoutTable(idb)
  const { kv, disk, clock } = pageOn(idb)
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
    const { kv, disk, clock } = pageOn({
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
