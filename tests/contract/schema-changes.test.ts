import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '#server/store/migrate.ts'
import type { Db, Migration } from '#server/store/migrations/define.ts'
import { migrations } from '#server/store/migrations/list.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { createDatabase, databaseUrl, dropDatabase, lockWaits } from '#tests/kit/postgres.ts'
import { previousSchema, previousVersion } from '#tests/kit/previous-release.ts'
import { breaksOf, earlyContracts, schemaOf } from '#tests/kit/schema-rules.ts'
import { testDialect } from '#tests/kit/seeded.ts'

const made: string[] = []
async function emptyDatabase() {
  if (testDialect === 'sqlite') return openSqlite(':memory:')
  const name = await createDatabase()
  made.push(name)
  return openPostgres(databaseUrl(name), { durable: false })
}
afterAll(async () => {
  for (const name of made) await dropDatabase(name)
})

let db: Awaited<ReturnType<typeof emptyDatabase>>
beforeEach(async () => {
  db = await emptyDatabase()
  return () => db.destroy()
})

/** Applies the last step, and returns what it could break in a running server. */
async function breaksByStep(steps: readonly Migration[]): Promise<string[]> {
  await migrate(db, 1, { steps: steps.slice(0, -1) })
  const before = await schemaOf(db)
  await migrate(db, 2, { steps })
  return breaksOf(before, await schemaOf(db))
}

test('every migration since the previous release only expands the schema', async () => {
  const released = migrations.findIndex(({ version }) => version === previousSchema()) + 1
  // Every released step must still exist. Right after a release, there are no newer steps.
  expect(released).toBe(migrations.filter(({ version }) => version <= previousSchema()).length)
  for (let count = released + 1; count <= migrations.length; count++) {
    const steps = migrations.slice(0, count)
    const step = steps.at(-1)
    expect([step?.name, step?.kind === 'expand' ? await breaksByStep(steps) : []]).toEqual([step?.name, []])
  }
})

test.runIf(testDialect === 'postgres')(
  'repeats a migration that has caused a deadlock with a running call',
  async () => {
    const done = migrations.filter(({ version }) => version <= previousSchema())
    await migrate(db, 1, { steps: done })
    const lock = (table: 'first' | 'second') => sql`lock table ${sql.table(table)} in row exclusive mode`
    await db.schema.createTable('first').addColumn('id', 'text').execute()
    await db.schema.createTable('second').addColumn('id', 'text').execute()
    let attempts = 0
    const step: Migration = {
      version: 99,
      name: 'two tables',
      kind: 'expand',
      up: async trx => {
        attempts++
        await trx.schema.alterTable('second').addColumn('more', 'text').execute()
        await trx.schema.alterTable('first').addColumn('more', 'text').execute()
      },
    }
    let migrated: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async trx => {
      await lock('first').execute(trx)
      migrated = migrate(db, 2, { steps: [...done, step] })
      migrated.catch(() => undefined)
      await expect.poll(() => lockWaits(db), { timeout: 10_000 }).toBe(1)
      // PostgreSQL ends the deadlock by aborting the statement that has waited longer: the migration.
      await lock('second').execute(trx)
    })
    expect(await migrated).toEqual(['two tables'])
    expect(attempts).toBe(2)
  },
)

const breaking: readonly (readonly [found: string, up: (db: Db) => Promise<unknown>])[] = [
  ['reward.qr_secret was removed', trx => trx.schema.alterTable('reward').dropColumn('qr_secret').execute()],
  [
    'consent.version was removed',
    trx => trx.schema.alterTable('consent').renameColumn('version', 'text_version').execute(),
  ],
  ['block.customer_id was removed', trx => trx.schema.dropTable('block').execute()],
  [
    'answer.mood is new and has no default',
    async trx => {
      await trx.schema.dropTable('answer').execute()
      await trx.schema
        .createTable('answer')
        .addColumn('mood', 'text', column => column.notNull())
        .execute()
    },
  ],
  [
    'block has a new unique index block_time',
    trx => trx.schema.createIndex('block_time').unique().on('block').column('blocked_at').execute(),
  ],
]

test.each(breaking)('a step is found that breaks a running server: %s', async (found, up) => {
  const step: Migration = {
    version: 99,
    name: 'breaking',
    kind: 'expand',
    up: async trx => void (await up(trx)),
  }
  expect(await breaksByStep([...migrations, step])).toContainEqual(found)
})

test('nothing is removed from the schema before a release is out that does not use it', () => {
  expect(earlyContracts(migrations, previousVersion())).toEqual([])
  const removal = { version: 99, name: 'removal', kind: 'contract', up: () => Promise.resolve() } as const
  const since = (unusedSince: string) => earlyContracts([{ ...removal, unusedSince }], '1.9.0')
  expect([since('1.10.0'), since('1.9.0'), since('1.8.3')]).toEqual([['removal'], [], []])
})
