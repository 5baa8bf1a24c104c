import { delMany, get, promisifyRequest, setMany, type UseStore } from 'idb-keyval'
import type { Clock, KeyValueStore } from '#src/ports.ts'
import { NEARLY_FULL_FRACTION } from './limits.ts'
import { isStoreLost } from './reopening-store.ts'

/** Time limit for the browser's storage estimate, in milliseconds. */
const ESTIMATE_PATIENCE_MS = 300

/**
 * Returns the range of all keys that start with the prefix. U+FFFF sorts after every character that can
 * follow the prefix.
 */
const range = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

/**
 * Creates the phone's store in IndexedDB. Its methods reject with the database's errors;
 * `createKeyValueStore` adds the fallback to memory.
 */
export function createIndexedDbStore(store: UseStore): Omit<KeyValueStore, 'durable'> {
  return {
    get: key => get<unknown>(key, store),
    set: async entries => {
      const removed = entries.filter(([, value]) => value === undefined)
      if (removed.length === 0) return setMany(entries as [string, unknown][], store)
      return store('readwrite', table => {
        for (const [key, value] of entries) value === undefined ? table.delete(key) : table.put(value, key)
        return promisifyRequest(table.transaction)
      })
    },
    update: (key, change) =>
      store(
        'readwrite',
        table =>
          new Promise<void>((resolve, reject) => {
            const request = table.get(key)
            request.onerror = () => reject(request.error)
            request.onsuccess = () => {
              promisifyRequest(table.transaction).then(() => resolve(), reject)
              try {
                const next = change(request.result)
                if (next !== undefined) table.put(next, key)
              } catch (error) {
                // Reject explicitly, because an exception in an event handler would not reach the caller.
                reject(error)
              }
            }
          }),
      ),
    delete: keys => delMany([...keys], store),
    entries: prefix =>
      store('readonly', async table => {
        const found = range(prefix)
        // Await both requests together, because both reject if the transaction is aborted.
        const [keys, values] = await Promise.all([
          promisifyRequest(table.getAllKeys(found)),
          promisifyRequest<unknown[]>(table.getAll(found)),
        ])
        return keys.map((key, i): [string, unknown] => [String(key), values[i]])
      }),
    keys: prefix =>
      store('readonly', async table => (await promisifyRequest(table.getAllKeys(range(prefix)))).map(String)),
  }
}

type Estimate = () => Promise<{ readonly usage?: number; readonly quota?: number }>

/**
 * Rejects new photos while the phone's storage is nearly full, because a browser at its quota may delete all
 * of the app's data. If the browser gives no estimate in time, photos are accepted until the browser itself
 * rejects them.
 */
export function withQuotaGuard(
  disk: Omit<KeyValueStore, 'durable'>,
  clock: Pick<Clock, 'after'>,
  estimate: Estimate | undefined,
): Omit<KeyValueStore, 'durable'> {
  async function nearlyFull(): Promise<boolean> {
    if (estimate === undefined) return false
    let cancel = () => {}
    const tooLate = new Promise<null>(resolve => {
      cancel = clock.after(ESTIMATE_PATIENCE_MS, () => resolve(null))
    })
    const space = await Promise.race([estimate().catch(() => null), tooLate])
    cancel()
    return space?.usage !== undefined && !!space.quota && space.usage > space.quota * NEARLY_FULL_FRACTION
  }
  // Estimate in advance: a customer who taps Send and immediately closes the page should not have to wait for
  // the estimate.
  let full = nearlyFull()
  return {
    ...disk,
    async set(entries) {
      const photo = entries.some(
        ([, value]) => typeof value === 'object' && value !== null && 'bytes' in value,
      )
      if (!photo) return disk.set(entries)
      if (await full) {
        full = nearlyFull()
        if (await full) throw new DOMException('Nearly full', 'QuotaExceededError')
      }
      await disk.set(entries)
      full = nearlyFull()
    },
  }
}

/** Creates a store in memory, which is lost when the page closes. */
export function createMemoryStore(): Omit<KeyValueStore, 'durable'> {
  const map = new Map<string, unknown>()
  const keys = (prefix: string) => [...map.keys()].filter(key => key.startsWith(prefix)).sort()
  const put = (key: string, value: unknown) => {
    if (value === undefined) map.delete(key)
    else map.set(key, structuredClone(value))
  }
  return {
    get: async key => structuredClone(map.get(key)),
    set: async entries => {
      for (const [key, value] of entries) put(key, value)
    },
    update: async (key, change) => {
      const next = change(structuredClone(map.get(key)))
      if (next !== undefined) put(key, next)
    },
    delete: async gone => {
      for (const key of gone) map.delete(key)
    },
    entries: async prefix => keys(prefix).map(key => [key, structuredClone(map.get(key))]),
    keys: async prefix => keys(prefix),
  }
}

/**
 * Creates the phone's store: IndexedDB until it fails, then memory until the page is closed. Callers need not
 * wait for the database to open, and a database failure never breaks the app.
 */
export function createKeyValueStore(disk: Omit<KeyValueStore, 'durable'>): KeyValueStore {
  const memory = createMemoryStore()
  let lost = false
  async function withFallback<T>(work: (store: Omit<KeyValueStore, 'durable'>) => Promise<T>): Promise<T> {
    if (lost) return work(memory)
    try {
      return await work(disk)
    } catch (error) {
      if (!isStoreLost(error)) throw error
      lost = true
      return work(memory)
    }
  }
  return {
    get: key => withFallback(store => store.get(key)),
    set: entries => withFallback(store => store.set(entries)),
    update: (key, change) => withFallback(store => store.update(key, change)),
    delete: keys => withFallback(store => store.delete(keys)),
    entries: prefix => withFallback(store => store.entries(prefix)),
    keys: prefix => withFallback(store => store.keys(prefix)),
    durable: () => !lost,
  }
}
