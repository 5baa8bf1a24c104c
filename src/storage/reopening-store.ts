import type { UseStore } from 'idb-keyval'
import type { Clock } from '#src/ports.ts'
import { abort, interruptions, type OnLeave } from './interruptions.ts'
import { STORE_REOPENS, STORE_TIMEOUT_MS, TIMEOUT_SLICES } from './limits.ts'
import { markOf, openDatabase, TABLE } from './open-database.ts'
import { nameOf } from './storage-failure.ts'

const storeTimeout = () => new DOMException('No answer in time', 'StoreTimeout')

/** Errors of a closed or hanging connection. */
const reopenable = new Set(['InvalidStateError', 'UnknownError', 'StoreTimeout', 'TransactionInactiveError'])

/**
 * `renew` switches to another IndexedDB factory for the same data: under memory pressure, WebKit kills its database
 * process and then refuses to reopen a database that the page had open.
 */
export type Databases = Pick<IDBFactory, 'open'> & { renew?(): void; readonly onLeave?: OnLeave }

/**
 * Creates a store for idb-keyval that recovers from IndexedDB failures on phones: it reopens a connection that was
 * closed in the background, repeats the request, and limits the request's time. Requests may safely run twice, because
 * they only write whole values under their keys.
 *
 * `onLost` is called when the browser has deleted the database, even if another page has recreated it, and before any
 * request uses the new database. If the browser closes the database, the store reopens it immediately to find out
 * whether it was deleted.
 */
export function reopeningStore(
  clock: Clock,
  idb: Databases,
  name: string,
  onLost: () => void = () => {},
): UseStore {
  /** Mark of the database that this page has used; null before the first use. */
  let mark: string | null = null
  let handle: Promise<IDBDatabase> | null = null
  let reopens = 0
  let writes = 0
  const page = interruptions(idb.onLeave)

  /** Rejects unless `work` settles in time. See `TIMEOUT_SLICES`. */
  function withTimeout<T>(work: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      let cancel = () => {}
      const wait = (parts: number) => {
        cancel = clock.after(ms / TIMEOUT_SLICES, () => {
          if (parts > 1) return wait(parts - 1)
          giveUp()
          reject(storeTimeout())
        })
      }
      wait(TIMEOUT_SLICES)
      work.then(resolve, reject).finally(() => cancel())
    })
  }

  function open(): Promise<IDBDatabase> {
    if (handle !== null) return handle
    const opening = openDatabase(idb, name)
    const drop = () => {
      if (handle === opening) handle = null
    }
    opening.then(db => {
      const found = markOf(db)
      if (mark !== null && mark !== found) onLost()
      mark = found
      db.onclose = () => {
        drop()
        look()
      }
      db.onversionchange = ({ newVersion }) => {
        db.close()
        drop()
        // Another page is deleting the database, or upgrading it for a repair.
        if (newVersion !== null) return
        mark = null
        onLost()
      }
    }, drop)
    handle = opening
    return opening
  }

  async function once<T>(
    opened: Promise<IDBDatabase>,
    mode: IDBTransactionMode,
    callback: (store: IDBObjectStore) => T | PromiseLike<T>,
  ): Promise<T> {
    const db = await withTimeout(opened, STORE_TIMEOUT_MS.open, () => undefined)
    page.requireDisplayed()
    // Strict durability: when the app shows "saved", the data must be on disk and not in a write buffer.
    const transaction = db.transaction(TABLE, mode, mode === 'readwrite' ? { durability: 'strict' } : {})
    const writing = mode === 'readwrite'
    // A read waits for running writes, so it gets the same time limit as a write.
    const ms = STORE_TIMEOUT_MS[writing || writes > 0 ? 'readwrite' : 'readonly']
    const work = page.interrupt(transaction, () => callback(transaction.objectStore(TABLE)))
    if (writing) writes += 1
    return withTimeout(work, ms, () => abort(transaction)).finally(() => {
      if (writing) writes -= 1
    })
  }

  const reopened: UseStore = async (mode, callback) => {
    const run = async (opened: Promise<IDBDatabase>) => {
      const result = await once(opened, mode, callback)
      reopens = 0
      return result
    }
    const used = open()
    try {
      return await run(used)
    } catch (error) {
      if (!reopenable.has(nameOf(error))) throw error
      // Several requests can fail on one closed connection: the first reopens it for all. `handle` is already null if
      // the connection could not be opened.
      if (handle === used || handle === null) {
        if (reopens >= STORE_REOPENS) throw error
        reopens += 1
        handle = null
        if (nameOf(error) === 'UnknownError') idb.renew?.()
        used.then(db => db.close()).catch(() => undefined)
      }
      return run(open())
    }
  }
  const store: UseStore = (mode, callback) => page.repeat(() => reopened(mode, callback))
  const look = () => void store('readonly', () => undefined).catch(() => undefined)
  return store
}
