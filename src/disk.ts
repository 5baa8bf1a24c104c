/** The phone's database. Its methods reject if it fails. */
export type Disk = {
  get(key: string): Promise<unknown>
  /** Writes all entries or none; `undefined` removes a key. Rejects with `QuotaExceededError` if full. */
  set(entries: readonly (readonly [key: string, value: unknown])[]): Promise<void>
  /**
   * Reads one key and writes entries, in one transaction across all tabs. `change` gets the value of the key and
   * returns the entries; null writes nothing.
   */
  transact(
    key: string,
    change: (old: unknown) => readonly (readonly [key: string, value: unknown])[] | null,
  ): Promise<void>
  delete(keys: readonly string[]): Promise<void>
  /** Deletes all keys that start with the prefix, in one transaction. */
  deletePrefix(prefix: string): Promise<void>
  /** Returns the entries whose keys start with the prefix, sorted by key. */
  entries(prefix: string): Promise<[key: string, value: unknown][]>
  /** Returns the keys that start with the prefix, sorted. */
  keys(prefix: string): Promise<string[]>
}

/** The phone's database, as one page uses it. */
export type PageDisk = Disk & {
  /**
   * Calls `run` when the browser has deleted the database under the page. The next request uses a new, empty one, or fails.
   * Returns the function that unsubscribes.
   */
  onLost(run: () => void): () => void
}

/** The phone's key-value store: the database, or memory while the database fails. */
export type KeyValueStore = Disk & {
  /** False while the database fails: new data is only in memory, and is lost if the page closes now. */
  durable(): boolean
}
