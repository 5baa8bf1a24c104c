export const TABLE = 'keyval'

/** Prefix of a second, empty table's name, whose random rest identifies the database (see `markOf`). */
const MARK = 'made:'

function createTable(request: IDBOpenDBRequest): void {
  const { result: db, transaction } = request
  if (!db.objectStoreNames.contains(TABLE)) {
    db.createObjectStore(TABLE)
    db.createObjectStore(`${MARK}${Math.random()}`)
  }
  transaction?.commit()
}

const open = (idb: Pick<IDBFactory, 'open'>, name: string, version?: number) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = idb.open(name, version)
    request.onupgradeneeded = () => createTable(request)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => resolve(request.result)
  })

/**
 * A browser that was interrupted while creating the database can leave it without its table; upgrading to the next
 * version adds it. The upgrade waits until all other pages have closed the database, so it can take arbitrarily long.
 */
export async function openDatabase(idb: Pick<IDBFactory, 'open'>, name: string): Promise<IDBDatabase> {
  const db = await open(idb, name)
  if (db.objectStoreNames.contains(TABLE)) return db
  db.close()
  return open(idb, name, db.version + 1)
}

/**
 * Distinguishes a database that the browser deleted from its successor with the same name. Empty for a database created
 * by version 1.1.0 or older.
 */
export const markOf = ({ objectStoreNames }: IDBDatabase): string =>
  Array.from(objectStoreNames).find(name => name.startsWith(MARK)) ?? ''
