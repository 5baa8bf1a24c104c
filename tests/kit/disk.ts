import type { Disk } from '#src/ports.ts'

/** A phone's database in memory, with the records of all pages. */
export type TestDisk = Disk & {
  /**
   * Maps a value that a page writes to the value to store; undefined deletes the record. A test may replace this
   * function.
   */
  stored: (key: string, value: unknown) => unknown
  /** Returns the records whose keys start with the prefix, synchronously and without copying them. */
  peek(prefix: string): readonly (readonly [key: string, value: unknown])[]
}

/**
 * Copies a record like IndexedDB, but much faster than Node's `structuredClone`. Throws for anything but plain data.
 */
function copy<T>(value: T): T {
  if (typeof value === 'function') throw new DOMException('a function cannot be stored', 'DataCloneError')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copy) as T
  if (value instanceof ArrayBuffer) return value.slice(0) as T
  if (Object.getPrototypeOf(value) !== Object.prototype)
    throw new DOMException('only plain records can be stored', 'DataCloneError')
  const copied: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) copied[key] = copy(inner)
  return copied as T
}

export function createDisk(): TestDisk {
  const records = new Map<string, unknown>()
  const keys = (prefix: string) => [...records.keys()].filter(key => key.startsWith(prefix)).sort()
  function write(entries: readonly (readonly [key: string, value: unknown])[]) {
    const copies = entries.map(([key, value]) => [key, copy(disk.stored(key, value))] as const)
    for (const [key, value] of copies)
      if (value === undefined) records.delete(key)
      else records.set(key, value)
  }
  const disk: TestDisk = {
    stored: (_, value) => value,
    peek: prefix => [...records].filter(([key]) => key.startsWith(prefix)),
    get: async key => copy(records.get(key)),
    set: async entries => write(entries),
    transact: async (key, change) => write(change(copy(records.get(key))) ?? []),
    async delete(gone) {
      for (const key of gone) records.delete(key)
    },
    async deletePrefix(prefix) {
      for (const key of keys(prefix)) records.delete(key)
    },
    entries: async prefix => keys(prefix).map(key => [key, copy(records.get(key))]),
    keys: async prefix => keys(prefix),
  }
  return disk
}
