import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#server/store/migrate.ts'
import { migrations } from '#server/store/migrations/list.ts'
import { Database, sqliteOn } from '#server/store/sqlite.ts'
import { insert } from '#tests/kit/rows.ts'

let database: Database
let db: ReturnType<typeof sqliteOn>
beforeEach(() => {
  database = new Database(':memory:')
  db = sqliteOn(database)
})
afterEach(() => db.destroy())

const tables = () =>
  database.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all()

test('migrates an empty database, and a second run changes nothing', async () => {
  expect(await migrate(db, 1)).toEqual([
    'customers',
    'campaign',
    'activity',
    'draw',
    'retention',
    'review days',
    'ticket-numbers',
    'consent texts',
    'english texts',
    'ticket counter',
    'store pins',
    'blocked customers',
    'repeat fingerprints',
    'phone reports',
    'image fingerprints',
    'LINE messages',
    'mailings',
    'message preferences',
    'LINE webhooks',
    'multicasts',
    'review by risk',
    'desk',
    'desk pages',
    'prize delivery',
    'set-up counts',
    'urgent messages',
    'new access',
    'data epoch',
    'session passkey',
    'desk notices',
    'access givers',
    'review draw',
    'draw witnesses',
    'audit texts',
    'prize handover',
    'disputed numbers',
    'staff',
    'consents never given',
    'guardians',
    'languages of customers',
    'patterns of receipt numbers',
    'corrections by reviewers',
    'written by the team',
    'ends of phone numbers',
  ])
  const made = tables()
  expect(made).toContain('idempotency')
  expect(await migrate(db, 2)).toEqual([])
  expect(tables()).toEqual(made)
})

test('rolls back all migrations if one fails', async () => {
  const broken = {
    version: 2,
    name: 'broken',
    kind: 'expand' as const,
    up: async () => {
      await Promise.reject(new Error('no'))
    },
  }
  const first = {
    version: 1,
    name: 'first',
    kind: 'expand' as const,
    up: async (trx: typeof db) => {
      await trx.schema.createTable('half').addColumn('id', 'integer').execute()
    },
  }
  await expect(migrate(db, 1, { steps: [first, broken] })).rejects.toThrow('no')
  expect(tables()).toEqual(['schema_migration'])
  expect(await migrate(db, 1)).toHaveLength(44)
})

test('the access of people of an earlier release keeps who gave it, if nobody has changed it since', async () => {
  const before = migrations.filter(({ version }) => version < 34)
  await migrate(db, 1, { steps: before })
  const DAY_MS = 86_400_000
  const rows = [
    ['command line', null, 0],
    ['invited at the desk', 'mali', 5 + DAY_MS],
    ['invited before the delay', 'mali', 0],
    ['first from the command line, then changed at the desk', null, 9 + DAY_MS],
    ['changed later at the desk', 'mali', 9 + DAY_MS],
  ] as const
  for (const [id, by, from] of rows)
    database
      .prepare("insert into desk_person values (?, ?, 'manager', 'active', 5, ?, ?)")
      .run(id, id, by, from)
  await migrate(db, 2)
  const givers = await db.selectFrom('desk_person').select(['id', 'given_by', 'given_at']).execute()
  expect(givers.map(({ id, given_by, given_at }) => [id, given_by, given_at])).toEqual([
    ['command line', '[]', 5],
    ['invited at the desk', '["mali"]', 5],
    ['invited before the delay', '["mali"]', 5],
    ['first from the command line, then changed at the desk', null, null],
    ['changed later at the desk', null, null],
  ])
})

test('a box that was left empty at the registration is no withdrawal after the migration', async () => {
  const earlier = migrations.filter(({ name }) => name !== 'consents never given')
  await migrate(db, 1, { steps: earlier })
  const rows = [
    { customer_id: 'a', kind: 'marketing', granted: 0, at: 1 },
    { customer_id: 'b', kind: 'marketing', granted: 0, at: 1 },
    { customer_id: 'b', kind: 'marketing', granted: 1, at: 2 },
    { customer_id: 'b', kind: 'marketing', granted: 0, at: 3 },
    { customer_id: 'b', kind: 'terms', granted: 1, at: 1 },
  ] as const
  for (const [index, row] of rows.entries())
    await insert({ db }, 'consent', { id: String(index), version: '1', text_sha256: null, ...row })
  await migrate(db, 2)
  const kept = await db.selectFrom('consent').select('id').orderBy('id').execute()
  expect(kept.map(({ id }) => id)).toEqual(['2', '3', '4'])
})

test('refuses a database of a newer program version', async () => {
  await migrate(db, 1)
  await insert({ db }, 'schema_migration', { version: 99, name: 'future', applied_at: 1 })
  await expect(migrate(db, 2)).rejects.toThrow('newer version')
})

test('a server starts on a schema that a newer release has only expanded', async () => {
  await migrate(db, 1)
  const future = { version: 99, name: 'future', kind: 'expand', up: () => Promise.resolve() } as const
  await migrate(db, 1, { steps: [...migrations, future] })
  expect(await migrate(db, 2, { acceptExpanded: true })).toEqual([])
  const removal = { ...future, version: 100, kind: 'contract', unusedSince: '1.0.5' } as const
  await migrate(db, 3, { steps: [...migrations, future, removal] })
  await expect(migrate(db, 4, { acceptExpanded: true })).rejects.toThrow('newer version')
})

test('syncs every commit to the disk', () => {
  expect(database.pragma('synchronous', { simple: true })).toBe(2)
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(database.pragma('busy_timeout', { simple: true })).toBe(0)
})
