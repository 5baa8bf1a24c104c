import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '#server/store/migrate.ts'
import { Database, sqliteOn } from '#server/store/sqlite.ts'
import { StoreDriver } from '#server/store/sqlite-driver.ts'
import { memoryObjects } from '#tests/kit/memory-objects.ts'
import { seedTestCampaign } from '#tests/kit/test-campaign.ts'
import { type Connection, connect, type Pace } from './connection.ts'
import { createImageSearch, wordsInRows } from './image-search.ts'

/** In milliseconds of real time. No server holds the database for so long. */
const WAIT_MS = 60_000

/** A campaign's data, in memory or on disk. The data outlive the servers that use them. */
export type Store = {
  connect(pace: Pace): Connection
  /** Returns the rows of a query synchronously and without the servers noticing. */
  rows<Row>(query: string, ...parameters: readonly unknown[]): readonly Row[]
  photos(): readonly string[]
  /** Returns the names of the tables that have this column. */
  tablesWith(column: string): readonly string[]
  /** Returns the words that occur in rows or, with `file`, anywhere in the file, such as in unused parts of pages. */
  find(words: readonly string[], where: 'rows' | 'file'): readonly string[]
  /** Returns everything that is stored, as a backup does, or null if this store makes no backups. */
  backUp(): Backup | null
  /** Replaces everything with a backup. The servers must be dead. `change` runs before a server can use the backup. */
  restore(backup: Backup, change: (replaced: Database, restored: Database) => Promise<void>): Promise<void>
  /** Cuts the power while `kill` ends the servers. On disk, only what the files contain at that moment survives. */
  cutPower(kill: () => void): Promise<void>
  close(): Promise<void>
}

export type Backup = { readonly image: Buffer; readonly photos: ReadonlyMap<string, Uint8Array> }

const images = new Map<number, Buffer>()

/** Returns an image of a database with the tests' campaign, which opened a week before `now`. */
export async function seededImage(now: number): Promise<Buffer> {
  const known = images.get(now)
  if (known) return known
  const database = new Database(':memory:')
  const db = sqliteOn(database)
  await migrate(db, now)
  await seedTestCampaign(db, now)
  const image = database.serialize()
  await db.destroy()
  images.set(now, image)
  return image
}

/** The location of databases: memory or a folder. */
type Place = {
  open(image: Buffer): Database
  /** Opens the current contents of a database's files, as after a crash. In memory, returns the database itself. */
  reopen(database: Database, kill: () => void): Database
}

const memory: Place = {
  open: image => new Database(image),
  reopen(database, kill) {
    kill()
    return database
  },
}

function diskIn(folder: string): Place {
  let count = 0
  const nextFile = () => {
    count += 1
    return join(folder, `campaign-${count}.sqlite`)
  }
  const openFile = (file: string) => {
    const database = new Database(file)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    return database
  }
  return {
    open(image) {
      const file = nextFile()
      writeFileSync(file, image)
      return openFile(file)
    },
    reopen(database, kill) {
      const file = nextFile()
      for (const part of ['', '-wal'])
        if (existsSync(database.name + part)) copyFileSync(database.name + part, file + part)
      kill()
      database.close()
      return openFile(file)
    },
  }
}

/** Opens the store of a new campaign, in this folder or in memory. */
export async function openStore(now: number, folder: string | null): Promise<Store> {
  const place = folder === null ? memory : diskIn(folder)
  let current = await openDatabase(place.open(await seededImage(now)))
  let photos = memoryObjects()
  const search = createImageSearch()
  return {
    connect: pace => connect(current, photos, pace),
    rows: <Row>(query: string, ...parameters: readonly unknown[]) =>
      current.statement(query).all(...parameters) as readonly Row[],
    photos: () => photos.keys(),
    tablesWith: name => current.columns.filter(({ column }) => column === name).map(({ table }) => table),
    find(words, where) {
      const image = current.database.serialize()
      const found = search(image, words)
      return where === 'file' ? found : wordsInRows(image, found)
    },
    backUp: () => ({ image: current.database.serialize(), photos: photos.copy() }),
    async restore(backup, change) {
      const replaced = current.database
      const restored = place.open(backup.image)
      await change(replaced, restored)
      replaced.close()
      current = await openDatabase(restored)
      photos = memoryObjects(backup.photos)
    },
    async cutPower(kill) {
      const database = place.reopen(current.database, kill)
      if (database !== current.database) current = await openDatabase(database)
    },
    async close() {
      current.database.close()
    },
  }
}

type Statement = {
  all(...given: readonly unknown[]): readonly unknown[]
}

type OpenDatabase = {
  readonly database: Database
  readonly driver: StoreDriver
  readonly columns: readonly { readonly table: string; readonly column: string }[]
  statement(query: string): Statement
}

export async function openDatabase(database: Database): Promise<OpenDatabase> {
  database.pragma('foreign_keys = ON')
  database.pragma('secure_delete = ON')
  const driver = new StoreDriver(
    async () => ({ writer: database, reader: null }),
    WAIT_MS,
    () => new Error('A server of the simulation held the database for a minute.'),
  )
  await driver.init()
  const statements = new Map<string, Statement>()
  return {
    database,
    driver,
    columns: database
      .prepare(
        `select tables.name as "table", columns.name as "column" from sqlite_master as tables, pragma_table_info(tables.name) as columns
         where tables.type = 'table'`,
      )
      .all() as OpenDatabase['columns'],
    statement(query) {
      const statement = statements.get(query) ?? database.prepare(query)
      statements.set(query, statement)
      return statement
    },
  }
}
