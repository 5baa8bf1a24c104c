import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { Database } from '#server/store/sqlite.ts'
import { memoryObjects } from '#tests/kit/memory-objects.ts'
import { createDatabase, databaseUrl, dropDatabase } from '#tests/kit/postgres.ts'
import { seedTestCampaign } from '#tests/kit/test-campaign.ts'
import { createImageSearch, wordsInRows } from './image-search.ts'
import { mirrorTo } from './mirror.ts'
import { connectToPostgres } from './postgres-connection.ts'
import { openDatabase, type Store, seededImage } from './store.ts'

/** A statement that changes rows of the one table that it names, or none. */
const CHANGE = /^(?:insert into|update|delete from) "(\w+)"/
const NO_CHANGE = /^(?:select|begin|start|commit|rollback|set) ?/

/**
 * Opens the store of a new campaign in a new database on TEST_DATABASE_URL. It makes no backups.
 * The database runs on another machine, so it keeps working when the servers' machine loses its power.
 */
export async function openPostgresStore(now: number): Promise<Store> {
  const name = await createDatabase()
  const url = databaseUrl(name)
  const db = openPostgres(url, { durable: false })
  await migrate(db, now)
  await seedTestCampaign(db, now)
  const tables = (await db.introspection.getTables()).map(table => table.name)
  await db.destroy()
  const { database, columns, statement } = await openDatabase(new Database(await seededImage(now)))
  const mirror = mirrorTo(database, url, tables)
  const photos = memoryObjects()
  const search = createImageSearch()
  function onStatement(text: string) {
    const [, table] = CHANGE.exec(text) ?? []
    if (table !== undefined) mirror.changed([table])
    else if (!NO_CHANGE.test(text)) mirror.changed('all')
  }
  return {
    connect: pace => connectToPostgres({ url, photos, onStatement }, pace),
    rows: <Row>(query: string, ...parameters: readonly unknown[]) => {
      mirror.refresh()
      return statement(query).all(...parameters) as readonly Row[]
    },
    photos: () => photos.keys(),
    tablesWith: column => columns.filter(one => one.column === column).map(({ table }) => table),
    find(words) {
      mirror.refresh()
      const image = database.serialize()
      return wordsInRows(image, search(image, words))
    },
    backUp: () => null,
    async restore() {
      throw new Error('There is no backup of this store.')
    },
    async cutPower(kill) {
      kill()
    },
    async close() {
      await mirror.close()
      database.close()
      await dropDatabase(name)
    },
  }
}
