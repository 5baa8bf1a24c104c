/** Name of the table with the phone's records. */
export const TABLE = 'keyval'

/** Beginning of the name of a second, empty table. The rest of its name is different for each new database. */
const MARK = 'made:'

/** Creates the table during an upgrade of its database. */
function createTable(request: IDBOpenDBRequest): void {
  const { result: db, transaction } = request
  if (!db.objectStoreNames.contains(TABLE)) {
    db.createObjectStore(TABLE)
    db.createObjectStore(`${MARK}${Math.random()}`)
  }
  transaction?.commit()
}

/** Opens a database, in its current version or in a newer one. A database that does not exist gets the table. */
const open = (idb: Pick<IDBFactory, 'open'>, name: string, version?: number) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = idb.open(name, version)
    request.onupgradeneeded = () => createTable(request)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => resolve(request.result)
  })

/**
 * Opens the phone's database. A browser that was interrupted while it created the database can leave it without the
 * table, for ever; it gets the table in its next version. That waits until every other page has closed the
 * database, so it can take arbitrarily long. Rejects with the browser's error.
 */
export async function openDatabase(idb: Pick<IDBFactory, 'open'>, name: string): Promise<IDBDatabase> {
  const db = await open(idb, name)
  if (db.objectStoreNames.contains(TABLE)) return db
  db.close()
  return open(idb, name, db.version + 1)
}

/**
 * Tells one database from another that was created under the same name after the browser had deleted the first one. Empty
 * for a database that version 1.1.0 or an older one has created.
 */
export const markOf = ({ objectStoreNames }: IDBDatabase): string =>
  Array.from(objectStoreNames).find(name => name.startsWith(MARK)) ?? ''
