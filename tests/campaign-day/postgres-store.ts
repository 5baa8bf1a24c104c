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

/** Matches a statement that changes rows only in the table that it names. */
const CHANGE = /^(?:insert into|update|delete from) "(\w+)"/
const NO_CHANGE = /^(?:select|begin|start|commit|rollback|set) ?/

/**
 * Opens the store of a new campaign in a new database on TEST_DATABASE_URL. The store makes no backups. The database
 * runs on a separate machine, so it stays up when the servers' machine loses power.
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
