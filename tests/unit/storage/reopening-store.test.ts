import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createIndexedDbStore, createKeyValueStore, withBreaker } from '#src/storage/key-value-store.ts'
import { STORE_REOPENS, STORE_TIMEOUT_MS } from '#src/storage/limits.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'

/** Creates a database whose connections the test can break. */
function database(open: (idb: IDBFactory, name: string) => IDBOpenDBRequest = (idb, name) => idb.open(name)) {
  const idb = new IDBFactory()
  const handles: IDBDatabase[] = []
  const clock = virtualClock(0)
  const spied = {
    open(name: string) {
      const request = open(idb, name)
      request.addEventListener('success', () => handles.push(request.result))
      return request
    },
  }
  const kv = createKeyValueStore(
    withBreaker(createIndexedDbStore(reopeningStore(clock, spied, 'phone')), clock),
  )
  return { kv, clock, handles }
}

/** Advances the clock by `ms`, then returns the result of the promise. */
async function during<T>(clock: ReturnType<typeof virtualClock>, work: Promise<T>, ms: number): Promise<T> {
  const kept = work.catch(() => undefined)
  for (let i = 0; i < 20; i++) await settle()
  await clock.advance(ms)
  await kept
  return work
}

test('reads entries by key and by prefix, and deletes several together', async () => {
  const { kv } = database()
  await kv.set([
    ['a/1', { n: 1 }],
    ['a/2', new Uint8Array([1, 2, 3]).buffer],
    ['b/1', 'x'],
  ])
  expect(await kv.get('a/1')).toEqual({ n: 1 })
  expect(await kv.keys('a/')).toEqual(['a/1', 'a/2'])
  await kv.set([
    ['a/1', undefined],
    ['a/3', true],
  ])
  expect((await kv.entries('a/')).map(([key]) => key)).toEqual(['a/2', 'a/3'])
  await kv.transact('b/1', old => [['b/1', `${String(old)}y`]])
  await kv.transact('b/1', () => null)
  expect(await kv.get('b/1')).toBe('xy')
  await kv.transact('b/1', old => [
    ['b/1', undefined],
    ['c/1', `${String(old)}z`],
  ])
  await kv.transact('c/1', () => null)
  expect([await kv.get('b/1'), await kv.get('c/1')]).toEqual([undefined, 'xyz'])
  await kv.deletePrefix('a/')
  expect(await kv.keys('')).toEqual(['c/1'])
  expect(kv.durable()).toBe(true)
})

test('several writes on the same closed connection share one new connection', async () => {
  const { kv, handles } = database()
  await kv.set([['k', 0]])
  handles.at(-1)?.close()
  await Promise.all([1, 2, 3, 4, 5, 6].map(n => kv.set([[`k/${n}`, n]])))
  expect(await kv.keys('k/')).toHaveLength(6)
  expect(handles).toHaveLength(2)
  expect(kv.durable()).toBe(true)
})

test('rejects an unwritable change at once and keeps the database working', async () => {
  const { kv } = database()
  await expect(kv.transact('k', () => [['k', () => 'a function']])).rejects.toMatchObject({
    name: 'DataCloneError',
  })
  await kv.transact('k', () => [['k', 1]])
  expect(await kv.get('k')).toBe(1)
  expect(kv.durable()).toBe(true)
})

test('reopens a connection that was closed silently without losing the write', async () => {
  const { kv, handles } = database()
  await kv.set([['k', 1]])
  for (let i = 2; i < 6; i++) {
    handles.at(-1)?.close()
    await kv.set([['k', i]])
    expect(await kv.get('k')).toBe(i)
  }
  expect(handles.length).toBe(5)
  expect(kv.durable()).toBe(true)
})

test('falls back to memory in limited time if the database never opens', async () => {
  const { kv, clock } = database(() => new EventTarget() as IDBOpenDBRequest)
  const reading = kv.get('k')
  expect(await during(clock, reading, 5000)).toBeUndefined()
  expect(kv.durable()).toBe(false)
  await kv.set([['k', 'kept for this page']])
  expect(await kv.get('k')).toBe('kept for this page')
})

test('uses memory from the start without a database', async () => {
  const { kv } = database(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  await kv.set([['k', 1]])
  expect(await kv.get('k')).toBe(1)
  expect(kv.durable()).toBe(false)
})

test('reports a full phone to the caller without giving up the database', async () => {
  const { kv, handles } = database()
  await kv.set([['k', 1]])
  const db = handles[0]
  if (!db) throw new Error('no handle')
  const real = db.transaction.bind(db)
  db.transaction = ((...args: Parameters<typeof real>) => {
    const transaction = real(...args)
    if (args[1] === 'readwrite')
      Object.defineProperty(transaction, 'objectStore', {
        value: () => {
          throw new DOMException('full', 'QuotaExceededError')
        },
      })
    return transaction
  }) as typeof real
  await expect(kv.set([['k', 2]])).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await kv.get('k')).toBe(1)
  expect(kv.durable()).toBe(true)
})

function counted(idb: IDBFactory) {
  let opened = 0
  return {
    opened: () => opened,
    open(name: string) {
      opened += 1
      return idb.open(name)
    },
  }
}

test('accepts an answer that arrived while the page was suspended', async () => {
  const idb = new IDBFactory()
  const due: (() => void)[] = []
  const stuck = {
    now: () => 0,
    after: (_ms: number, run: () => void) => {
      due.push(run)
      return () => void due.splice(due.indexOf(run), 1)
    },
  }
  const phone = counted(idb)
  const kv = createIndexedDbStore(reopeningStore(stuck, phone, 'phone'))
  await kv.set([['k', 1]])
  const reading = kv.get('k')
  // Without an event-loop turn the database cannot answer, so the due timers fire first.
  for (let i = 0; i < 50; i++) await Promise.resolve()
  expect(due).not.toEqual([])
  for (const run of due.splice(0)) run()
  expect(await reading).toBe(1)
  expect(phone.opened()).toBe(1)
})

test('a read after a write gets the write’s time limit', async () => {
  const idb = new IDBFactory()
  const clock = virtualClock(0)
  const phone = counted(idb)
  const store = reopeningStore(clock, phone, 'phone')
  const kv = createIndexedDbStore(store)
  let release = () => {}
  const writing = store(
    'readwrite',
    table =>
      new Promise<void>(resolve => {
        let busy = true
        release = () => {
          busy = false
        }
        const goOn = () => {
          if (!busy) return resolve()
          table.put(1, 'k').onsuccess = goOn
        }
        goOn()
      }),
  )
  for (let i = 0; i < 20; i++) await settle()
  const reading = kv.get('k')
  for (let i = 0; i < 20; i++) await settle()
  await clock.advance(STORE_TIMEOUT_MS.readonly * 2)
  release()
  await writing
  expect(await reading).toBe(1)
  expect(phone.opened()).toBe(1)
})

test('a listing with an aborted transaction rejects once, without unhandled rejections', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown) => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  const disk = createIndexedDbStore(async (_mode, read) => {
    const request = new IDBFactory().open('phone')
    request.onupgradeneeded = () => request.result.createObjectStore('keyval')
    await new Promise<void>(resolve => {
      request.onsuccess = () => resolve()
    })
    const transaction = request.result.transaction('keyval')
    const reading = Promise.resolve(read(transaction.objectStore('keyval')))
    transaction.abort()
    return reading
  })
  await expect(disk.entries('a/')).rejects.toMatchObject({ name: 'AbortError' })
  await new Promise(resolve => setTimeout(resolve))
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})

test('a database whose every transaction fails is reopened three times in all, and again after a success', async () => {
  const idb = new IDBFactory()
  const phone = counted(idb)
  let broken = true
  const spied = {
    open(name: string) {
      const request = phone.open(name)
      request.addEventListener('success', () => {
        const { result } = request
        const real = result.transaction.bind(result)
        result.transaction = ((...args: Parameters<typeof real>) => {
          if (broken) throw new DOMException('the connection is closing', 'InvalidStateError')
          return real(...args)
        }) as typeof real
      })
      return request
    },
  }
  const store = createIndexedDbStore(reopeningStore(virtualClock(0), spied, 'phone'))
  const failing = async (times: number) => {
    for (let i = 0; i < times; i++)
      await expect(store.get('k')).rejects.toMatchObject({ name: 'InvalidStateError' })
  }
  await failing(10)
  expect(phone.opened()).toBe(1 + STORE_REOPENS)
  broken = false
  await store.get('k')
  broken = true
  await failing(10)
  expect(phone.opened()).toBe(1 + 2 * STORE_REOPENS)
})

test('a write is reported as done only when it is on the disk', async () => {
  const { kv, handles } = database()
  await kv.get('k')
  const [db] = handles
  if (!db) throw new Error('no handle')
  const real = db.transaction.bind(db)
  const opened: unknown[] = []
  db.transaction = ((...args: Parameters<typeof real>) => {
    opened.push([args[1], args[2]])
    return real(...args)
  }) as typeof real
  await kv.set([['k', 1]])
  await kv.transact('k', () => [['k', 2]])
  await kv.delete(['k'])
  expect(opened).toEqual(Array(3).fill(['readwrite', { durability: 'strict' }]))
})
