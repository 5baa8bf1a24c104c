import type { UseStore } from 'idb-keyval'
import type { Clock } from '#src/ports.ts'
import { STORE_REOPENS, STORE_TIMEOUT_MS, TIMEOUT_SLICES } from './limits.ts'

/** The phone's database does not answer. Once thrown for good, the caller goes on in memory. */
const storeTimeout = (ms: number) =>
  new DOMException(`No answer from the database in ${ms} ms`, 'StoreTimeout')

/** Errors of a handle that died without saying so, and of a database that hangs: a new handle may help. */
const reopenable = new Set(['InvalidStateError', 'UnknownError', 'StoreTimeout', 'TransactionInactiveError'])

/** Errors of a request, not of the database. */
const requestErrors = new Set(['QuotaExceededError', 'DataCloneError', 'DataError', 'ConstraintError'])

/** Whether an error says that the database is unusable, not that this one request was wrong or too large. */
export const isStoreLost = (error: unknown): boolean => !requestErrors.has(nameOf(error))

const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''

/**
 * A store for idb-keyval that outlives what phones do to IndexedDB: a handle lost in the background is opened again
 * and the request run once more; a database that never answers is given up after a bounded time. All that is stored
 * are whole values under their keys, so a request may run twice.
 */
export function reopeningStore(
  clock: Clock,
  idb: Pick<IDBFactory, 'open'>,
  name: string,
  table = 'keyval',
): UseStore {
  let handle: Promise<IDBDatabase> | null = null
  let reopens = 0
  let writes = 0

  /** Counted in parts: to a page that was itself stuck, answer and timeout come at once, and the answer must count. */
  function withTimeout<T>(work: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      let cancel = () => {}
      const wait = (parts: number) => {
        cancel = clock.after(ms / TIMEOUT_SLICES, () => {
          if (parts > 1) return wait(parts - 1)
          giveUp()
          reject(storeTimeout(ms))
        })
      }
      wait(TIMEOUT_SLICES)
      work.then(resolve, reject).finally(() => cancel())
    })
  }

  function open(): Promise<IDBDatabase> {
    if (handle !== null) return handle
    const opening = new Promise<IDBDatabase>((resolve, reject) => {
      const request = idb.open(name)
      request.onupgradeneeded = () => request.result.createObjectStore(table)
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const db = request.result
        const drop = () => {
          if (handle === opening) handle = null
        }
        db.onclose = drop
        db.onversionchange = () => {
          db.close()
          drop()
        }
        resolve(db)
      }
    })
    handle = opening
    return opening
  }

  async function once<T>(
    opened: Promise<IDBDatabase>,
    mode: IDBTransactionMode,
    callback: (store: IDBObjectStore) => T | PromiseLike<T>,
  ): Promise<T> {
    const db = await withTimeout(opened, STORE_TIMEOUT_MS.open, () => undefined)
    // Strict: what the customer was told is saved must be on the disk, not on its way there.
    const transaction = db.transaction(table, mode, mode === 'readwrite' ? { durability: 'strict' } : {})
    const work = Promise.resolve(callback(transaction.objectStore(table)))
    const writing = mode === 'readwrite'
    // A read comes after the writes before it, and may take as long as they.
    const ms = STORE_TIMEOUT_MS[writing || writes > 0 ? 'readwrite' : 'readonly']
    if (writing) writes += 1
    return withTimeout(work, ms, () => {
      try {
        transaction.abort()
      } catch {
        // It has ended meanwhile.
      }
    }).finally(() => {
      if (writing) writes -= 1
    })
  }

  return async (mode, callback) => {
    const used = open()
    try {
      const result = await once(used, mode, callback)
      reopens = 0
      return result
    } catch (error) {
      if (!reopenable.has(nameOf(error))) throw error
      // Several requests fail on one dead handle: the first opens a new one, and the others must not close that.
      if (handle === used) {
        if (reopens >= STORE_REOPENS) throw error
        reopens += 1
        handle = null
        used.then(db => db.close()).catch(() => undefined)
      }
      return once(open(), mode, callback)
    }
  }
}
