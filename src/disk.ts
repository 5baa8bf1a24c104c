/** The phone's database. Its methods reject if it fails. */
export type Disk = {
  get(key: string): Promise<unknown>
  /** Writes all entries or none; `undefined` removes a key. Rejects with `QuotaExceededError` if the disk is full. */
  set(entries: readonly (readonly [key: string, value: unknown])[]): Promise<void>
  /** One transaction across all tabs. Writes nothing if `change` returns null. */
  transact(
    key: string,
    change: (old: unknown) => readonly (readonly [key: string, value: unknown])[] | null,
  ): Promise<void>
  delete(keys: readonly string[]): Promise<void>
  deletePrefix(prefix: string): Promise<void>
  /** Sorted by key. */
  entries(prefix: string): Promise<[key: string, value: unknown][]>
  /** Sorted. */
  keys(prefix: string): Promise<string[]>
}

export type PageDisk = Disk & {
  /** Calls `run` when the browser has deleted the database. The next request uses a new, empty one, or fails. */
  onLost(run: () => void): () => void
}

/** The database, or memory while the database fails. */
export type KeyValueStore = Disk & {
  /** False while the database fails: new data is lost when the page closes. */
  durable(): boolean
}
