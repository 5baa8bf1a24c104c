import type { CompiledQuery, DatabaseConnection, Driver, Kysely, QueryResult } from 'kysely'
import type { ObjectStore } from '#server/deps.ts'
import { type Database, sqliteWith } from '#server/store/sqlite.ts'
import type { StoreDriver } from '#server/store/sqlite-driver.ts'
import type { Tables } from '#server/store/tables.ts'

/** One server's connection to the store. */
export type Connection = {
  readonly db: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  readonly objects: ObjectStore
  /**
   * Kills the connection as when the server dies: its open transaction rolls back, and none of its statements ever
   * returns.
   */
  cut(): void
}

/** Returns a new promise each time, because a shared one would keep everything that awaits it in memory. */
export const never = () => new Promise<never>(() => {})

export function connect(
  { driver, database }: { readonly driver: StoreDriver; readonly database: Database },
  photos: ObjectStore,
  { pause, hold }: Pace,
): Connection {
  const life: Life = { isDead: false, pause, hold, open: new Set(), inTransaction: new Set() }
  return {
    db: sqliteWith(() => new ServerDriver(driver, life)),
    dialect: 'sqlite',
    objects: living(photos, life),
    cut() {
      life.isDead = true
      for (const connection of life.open) {
        if (life.inTransaction.has(connection) && database.inTransaction) database.exec('rollback')
        void driver.releaseConnection(connection)
      }
      life.open.clear()
      life.inTransaction.clear()
    },
  }
}

/** Returns the photo storage for one server. Once that server is dead, no call starts. */
export function living(photos: ObjectStore, life: { readonly isDead: boolean }): ObjectStore {
  const alive =
    <Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> =>
      life.isDead ? never() : run(...given)
  return {
    put: alive(photos.put),
    get: alive(photos.get),
    delete: alive(photos.delete),
    probe: alive(photos.probe),
  }
}

/** The server awaits `pause` before each statement outside a transaction, so that servers can overtake each other. */
export type Pace = {
  readonly pause: () => Promise<void>
  /** Runs a statement with the clock frozen. */
  readonly hold: <T>(run: () => Promise<T>) => Promise<T>
}

type Life = Pace & {
  isDead: boolean
  /** Connections that the server holds. Its death releases them. Otherwise the other server would wait forever. */
  readonly open: Set<DatabaseConnection>
  readonly inTransaction: Set<DatabaseConnection>
}

/**
 * One server's view of the driver that both servers share. After the server's death, no statement starts or returns.
 */
class ServerDriver implements Driver {
  readonly #store: StoreDriver
  readonly #life: Life

  constructor(store: StoreDriver, life: Life) {
    this.#store = store
    this.#life = life
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await this.#store.acquireConnection()
    if (this.#life.isDead) {
      await this.#store.releaseConnection(inner)
      return never()
    }
    this.#life.open.add(inner)
    return new ServerConnection(inner, this.#life)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const { inner } = connection as ServerConnection
    await this.#life.pause()
    if (this.#life.isDead) return never()
    this.#life.open.delete(inner)
    await this.#store.beginTransaction(inner)
    if (this.#life.isDead) {
      await this.#store.rollbackTransaction()
      await this.#store.releaseConnection(inner)
      return never()
    }
    this.#life.open.add(inner)
    this.#life.inTransaction.add(inner)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#end(connection, () => this.#store.commitTransaction())
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#end(connection, () => this.#store.rollbackTransaction())
  }

  async #end(connection: DatabaseConnection, end: () => Promise<void>): Promise<void> {
    if (this.#life.isDead) return never()
    await end()
    this.#life.inTransaction.delete((connection as ServerConnection).inner)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { inner } = connection as ServerConnection
    if (this.#life.isDead || !this.#life.open.delete(inner)) return
    await this.#store.releaseConnection(inner)
  }

  async destroy(): Promise<void> {}
}

class ServerConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #life: Life

  constructor(inner: DatabaseConnection, life: Life) {
    this.inner = inner
    this.#life = life
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#life.isDead) return never()
    if (!this.#life.inTransaction.has(this.inner)) await this.#life.pause()
    if (this.#life.isDead) return never()
    const result = await this.#life.hold(() => this.inner.executeQuery<R>(query))
    return this.#life.isDead ? never() : result
  }

  streamQuery(): AsyncGenerator<never> {
    throw new Error('The server never streams a query.')
  }
}
