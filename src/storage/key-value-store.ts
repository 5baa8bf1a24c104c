import { get, promisifyRequest, type UseStore } from 'idb-keyval'
import { isRecent } from '#contract/recent.ts'
import type { Clock, Disk, KeyValueStore } from '#src/ports.ts'
import { abort } from './interruptions.ts'
import { isPhotoKey } from './keys.ts'
import { NEARLY_FULL_FRACTION, STORE_RETRY_MS } from './limits.ts'
import { isStoreLost, reportDefect } from './storage-failure.ts'

const ESTIMATE_PATIENCE_MS = 300

/** U+FFFF sorts after every character that can follow the prefix. */
const range = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

type Entries = readonly (readonly [string, unknown])[]

function write(table: IDBObjectStore, entries: Entries): void {
  for (const [key, value] of entries) value === undefined ? table.delete(key) : table.put(value, key)
}

/** Commits explicitly, so that leaving the page does not freeze the transaction (see `interruptions.ts`). */
function commit(table: IDBObjectStore, change: () => void): Promise<void> {
  const { transaction } = table
  try {
    change()
    transaction.commit()
  } catch (error) {
    abort(transaction)
    return Promise.reject(error)
  }
  return promisifyRequest(transaction)
}

export function createIndexedDbStore(store: UseStore): Disk {
  return {
    get: key => get<unknown>(key, store),
    set: entries => store('readwrite', table => commit(table, () => write(table, entries))),
    transact: (key, change) =>
      store(
        'readwrite',
        table =>
          new Promise<void>((resolve, reject) => {
            const request = table.get(key)
            request.onerror = () => reject(request.error)
            request.onsuccess = () =>
              commit(table, () => write(table, change(request.result) ?? [])).then(resolve, reject)
          }),
      ),
    delete: keys =>
      store('readwrite', table =>
        commit(table, () => {
          for (const key of keys) table.delete(key)
        }),
      ),
    deletePrefix: prefix => store('readwrite', table => commit(table, () => table.delete(range(prefix)))),
    entries: prefix =>
      store('readonly', async table => {
        const found = range(prefix)
        // Await both requests together, because both of them reject if the transaction is aborted.
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
 * Rejects new photos while the phone's storage is nearly full, because a browser at its quota may delete all of the
 * app's data. If the estimate is late, photos are accepted until the browser itself rejects them.
 */
export function withQuotaGuard(
  disk: Disk,
  clock: Pick<Clock, 'after'>,
  estimate: Estimate | undefined,
): Disk {
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
  let hasSpace = false
  // Estimate in advance: a customer may tap Send and immediately close the page.
  let full = estimateNow()
  async function estimateNow(): Promise<boolean> {
    const isFull = await nearlyFull()
    hasSpace = !isFull
    return isFull
  }
  async function requireSpace() {
    if (!(await full)) return
    full = estimateNow()
    if (await full) throw new DOMException('Nearly full', 'QuotaExceededError')
  }
  return {
    ...disk,
    async set(entries) {
      if (!holdsPhoto(entries)) return disk.set(entries)
      await requireSpace()
      await disk.set(entries)
      full = estimateNow()
    },
    async transact(key, change) {
      /** Resolves to true if an entry is a photo, which is written only if `allowed`. */
      async function run(allowed: boolean): Promise<boolean> {
        let photo = false
        await disk.transact(key, old => {
          const entries = change(old)
          photo = entries !== null && holdsPhoto(entries)
          return photo && !allowed ? null : entries
        })
        return photo
      }
      const allowed = hasSpace
      if (!(await run(allowed))) return
      if (!allowed) {
        // A transaction cannot wait for the storage estimate, so get the estimate first and rerun the transaction.
        await requireSpace()
        await run(true)
      }
      full = estimateNow()
    },
  }
}

const holdsPhoto = (entries: Entries): boolean =>
  entries.some(([key, value]) => value !== undefined && isPhotoKey(key))

/**
 * Values are lost when the page closes. They are not copied, because the app never mutates a stored value, and the
 * oldest supported phones lack `structuredClone`.
 */
export function createMemoryStore(): Disk {
  const map = new Map<string, unknown>()
  const read = (key: string) => map.get(key)
  const keys = (prefix: string) => [...map.keys()].filter(key => key.startsWith(prefix)).sort()
  const put = (key: string, value: unknown) => {
    if (value === undefined) map.delete(key)
    else map.set(key, value)
  }
  return {
    get: async key => read(key),
    set: async entries => {
      for (const [key, value] of entries) put(key, value)
    },
    transact: async (key, change) => {
      for (const [written, value] of change(read(key)) ?? []) put(written, value)
    },
    delete: async gone => {
      for (const key of gone) map.delete(key)
    },
    deletePrefix: async prefix => {
      for (const key of keys(prefix)) map.delete(key)
    },
    entries: async prefix => keys(prefix).map(key => [key, read(key)]),
    keys: async prefix => keys(prefix),
  }
}

/** After a failure, each request could take seconds to fail, so the database is not used for a while. */
export function withBreaker(disk: Disk, clock: Pick<Clock, 'now'>): Disk & Breaker {
  const backs = new Set<() => void>()
  let lostAt: number | null = null
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (lostAt !== null && isRecent(lostAt, clock.now(), STORE_RETRY_MS))
      throw new DOMException('The database failed', 'StoreLost')
    try {
      const result = await work()
      if (lostAt === null) return result
      lostAt = null
      for (const back of backs) back()
      return result
    } catch (error) {
      if (isStoreLost(error)) lostAt = clock.now()
      else reportDefect(error)
      throw error
    }
  }
  return {
    get: key => run(() => disk.get(key)),
    set: entries => run(() => disk.set(entries)),
    transact: (key, change) => run(() => disk.transact(key, change)),
    delete: keys => run(() => disk.delete(keys)),
    deletePrefix: prefix => run(() => disk.deletePrefix(prefix)),
    entries: prefix => run(() => disk.entries(prefix)),
    keys: prefix => run(() => disk.keys(prefix)),
    works: () => lostAt === null,
    onBack: back => void backs.add(back),
  }
}

type Breaker = {
  works(): boolean
  onBack(run: () => void): void
}

/**
 * Uses the database or, while it fails, memory, whose values are copied to the database later. Failures never break the
 * app.
 */
export function createKeyValueStore(disk: Disk & Breaker): KeyValueStore {
  const memory = createMemoryStore()
  /** Prefixes whose keys are being deleted, or will be deleted when the database works again. */
  const doomed = new Set<string>()
  async function deleteDoomed(prefix: string) {
    await disk.deletePrefix(prefix)
    doomed.delete(prefix)
  }
  async function catchUp() {
    for (const prefix of doomed) await deleteDoomed(prefix)
    const all = await memory.entries('')
    const entries = all.filter(([key]) => ![...doomed].some(prefix => key.startsWith(prefix)))
    await disk.set(entries)
    await memory.delete(entries.map(([key]) => key))
  }
  disk.onBack(() => void catchUp().catch(() => {}))
  async function withFallback<T>(work: (store: Disk) => Promise<T>): Promise<T> {
    try {
      return await work(disk)
    } catch (error) {
      if (!isStoreLost(error)) throw error
      return work(memory)
    }
  }
  return {
    get: key => withFallback(store => store.get(key)),
    set: entries => withFallback(store => store.set(entries)),
    transact: (key, change) => withFallback(store => store.transact(key, change)),
    delete: keys => withFallback(store => store.delete(keys)),
    async deletePrefix(prefix) {
      doomed.add(prefix)
      await memory.deletePrefix(prefix)
      await deleteDoomed(prefix).catch(error => {
        if (!isStoreLost(error)) throw error
      })
    },
    entries: prefix => withFallback(store => store.entries(prefix)),
    keys: prefix => withFallback(store => store.keys(prefix)),
    durable: disk.works,
  }
}
