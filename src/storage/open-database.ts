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
 * Repairs a database without its table, which an interrupted browser can leave. The upgrade waits until all other pages
 * have closed the database.
 */
export async function openDatabase(idb: Pick<IDBFactory, 'open'>, name: string): Promise<IDBDatabase> {
  const db = await open(idb, name)
  if (db.objectStoreNames.contains(TABLE)) return db
  db.close()
  return open(idb, name, db.version + 1)
}

/** Distinguishes a deleted database from its successor. Empty for databases created by version 1.1.0 or older. */
export const markOf = ({ objectStoreNames }: IDBDatabase): string =>
  Array.from(objectStoreNames).find(name => name.startsWith(MARK)) ?? ''
