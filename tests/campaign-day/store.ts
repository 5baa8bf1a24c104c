import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { ObjectStore } from '#server/deps.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, sqliteOn } from '#server/store/sqlite.ts'
import { StoreDriver } from '#server/store/sqlite-driver.ts'
import type { Tables } from '#server/store/tables.ts'
import { memoryObjects } from '#tests/kit/memory-objects.ts'
import { seedTestCampaign } from '#tests/kit/test-campaign.ts'
import { createImageSearch } from './image-search.ts'

/** Real time. Nobody holds the database for so long. */
const WAIT_MS = 60_000

/** One server's connection to the store. */
export type Connection = {
  readonly db: Kysely<Tables>
  readonly objects: ObjectStore
  /** The server dies: its open transaction rolls back, and none of its statements ever returns. */
  cut(): void
}

/** The data of a campaign, in memory. They outlive the servers that use them. */
export type Store = {
  readonly database: Database
  /** `pause` is awaited before each statement that is not in a transaction, so that servers can overtake each other. */
  connect(pause: () => Promise<void>): Connection
  /** Returns the rows of a query at once, without the servers noticing. */
  rows<Row>(query: string, ...parameters: readonly unknown[]): readonly Row[]
  photos(): readonly string[]
  /** Returns the names of the tables that have this column. */
  tablesWith(column: string): readonly string[]
  /** Returns those of the words that are anywhere in the database, also in a deleted row. */
  find(words: readonly string[]): readonly string[]
  /** Returns everything that is stored, as a backup does. */
  backUp(): Backup
  close(): void
}

type Backup = { readonly image: Buffer; readonly photos: ReadonlyMap<string, Uint8Array> }

/** Each dead statement has its own, because a shared promise would keep what awaits it. */
const never = () => new Promise<never>(() => {})
const images = new Map<number, Buffer>()

/** Returns a database with the tests' campaign, which opened a week before this time. */
async function seededImage(now: number): Promise<Buffer> {
  const database = new Database(':memory:')
  const db = sqliteOn(database)
  await migrate(db, now)
  await seedTestCampaign(db, now)
  const image = database.serialize()
  await db.destroy()
  return image
}

/** Opens the store of a new campaign, or the one in a backup. */
export async function openStore(now: number, backup?: Backup): Promise<Store> {
  const image = backup?.image ?? images.get(now) ?? (await seededImage(now))
  if (!backup) images.set(now, image)
  const database = new Database(image)
  database.pragma('foreign_keys = ON')
  database.pragma('secure_delete = ON')
  const photos = memoryObjects(backup?.photos)
  const driver = new StoreDriver(
    async () => ({ writer: database, reader: null }),
    WAIT_MS,
    () => new Error('A server of the simulation held the database for a minute.'),
  )
  await driver.init()
  const statements = new Map<string, ReturnType<Database['prepare']>>()
  const search = createImageSearch()
  const columns = database
    .prepare(
      `select tables.name as "table", columns.name as "column" from sqlite_master as tables, pragma_table_info(tables.name) as columns
       where tables.type = 'table'`,
    )
    .all() as readonly { readonly table: string; readonly column: string }[]
  return {
    database,
    connect: pause => connect(driver, database, photos, pause),
    rows: <Row>(query: string, ...parameters: readonly unknown[]) => {
      const statement = statements.get(query) ?? database.prepare(query)
      statements.set(query, statement)
      return statement.all(...parameters) as readonly Row[]
    },
    photos: () => photos.keys(),
    tablesWith: name => columns.filter(({ column }) => column === name).map(({ table }) => table),
    find: words => search(database.serialize(), words),
    backUp: () => ({ image: database.serialize(), photos: photos.copy() }),
    close: () => void database.close(),
  }
}

function connect(
  driver: StoreDriver,
  database: Database,
  photos: ObjectStore,
  pause: () => Promise<void>,
): Connection {
  const life: Life = { isDead: false, pause, open: new Set(), inTransaction: new Set() }
  const alive =
    <Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> =>
      life.isDead ? never() : run(...given)
  return {
    db: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new ServerDriver(driver, life),
        createIntrospector: db => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
    objects: {
      put: alive(photos.put),
      get: alive(photos.get),
      delete: alive(photos.delete),
      probe: alive(photos.probe),
    },
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

type Life = {
  isDead: boolean
  readonly pause: () => Promise<void>
  /** Connections that the server holds. They are released at its death, or the other server would wait for ever. */
  readonly open: Set<DatabaseConnection>
  readonly inTransaction: Set<DatabaseConnection>
}

/** A server's part of the store's one driver. After the server's death no statement begins, and none returns. */
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
    const result = await this.inner.executeQuery<R>(query)
    return this.#life.isDead ? never() : result
  }

  streamQuery(): AsyncGenerator<never> {
    throw new Error('The server never streams a query.')
  }
}
