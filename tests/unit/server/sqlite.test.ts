import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isDatabaseDown } from '#server/store/failure.ts'
import { logWriterOf } from '#server/store/log-writer.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, emptyWriteAheadLog, openSqlite } from '#server/store/sqlite.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { tryOut } from '#server/store/try-out.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

const row = (key: string) => ({ key, tokens: 1, updated_at: 1 })

/** Opens a database file, whose writes wait at most `waitMs`, and a connection that stands for another process. */
async function opened(waitMs = 5000) {
  const file = join(await testFolder(), 'campaign.sqlite')
  const db = openSqlite(file, { waitMs })
  await migrate(db, 1)
  const other = new Database(file)
  onTestFinished(async () => {
    other.close()
    await db.destroy()
  })
  const insert = (key: string) => db.insertInto('rate_bucket').values(row(key)).execute()
  const keys = async () =>
    (await db.selectFrom('rate_bucket').select('key').orderBy('key').execute()).map(({ key }) => key)
  return { file, db, other, insert, keys }
}

/** Lets timers and other calls run for a while. */
async function aWhile(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 60)) // Several attempts to get the lock fail in this time.
}

test('no connection of the server has a busy timeout', async () => {
  const { db } = await opened()
  const timeout = sql<{ timeout: number }>`pragma busy_timeout`
  const read = await timeout.execute(db)
  const written = await inTransaction(db, trx => timeout.execute(trx))
  expect([...read.rows, ...written.rows]).toEqual([{ timeout: 0 }, { timeout: 0 }])
})

test('a statement is prepared once, and again when another process has changed the schema', async () => {
  const { db, other, insert } = await opened()
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  const all = () => db.selectFrom('rate_bucket').selectAll().orderBy('key').execute()
  await insert('a')
  await all()
  const before = prepare.mock.calls.length
  expect(before).toBeGreaterThan(1)
  await insert('b')
  expect(await all()).toEqual([row('a'), row('b')])
  expect(prepare.mock.calls).toHaveLength(before)
  other.exec("alter table rate_bucket add column note text not null default 'new'")
  await insert('c')
  expect((await all()).at(-1)).toEqual({ ...row('c'), note: 'new' })
  other.exec('alter table rate_bucket drop column note')
  expect((await all()).at(-1)).toEqual(row('c'))
})

test('the statements that a connection keeps do not grow without end', async () => {
  const { db } = await opened()
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  const count = (length: number) => {
    const keys = Array.from({ length }, (_, n) => `${n}`)
    return db.selectFrom('rate_bucket').select('key').where('key', 'in', keys).execute()
  }
  for (let length = 1; length <= 600; length += 1) await count(length)
  const before = prepare.mock.calls.length
  await count(600)
  expect(prepare.mock.calls).toHaveLength(before)
  await count(1)
  expect(prepare.mock.calls).toHaveLength(before + 1)
})

test('while another process has the write lock, reads are answered, and writes follow when it is released', async () => {
  const { db, other, insert, keys } = await opened()
  await insert('before')
  for (const lock of ['begin immediate', 'begin exclusive']) {
    other.exec(lock)
    const done: string[] = []
    const single = insert(`single ${lock}`).then(() => done.push('single'))
    const transaction = inTransaction(db, async trx => {
      await trx
        .insertInto('rate_bucket')
        .values(row(`transaction ${lock}`))
        .execute()
    }).then(() => done.push('transaction'))
    await aWhile()
    expect(await keys()).toContain('before')
    expect((await keys()).filter(key => key.endsWith(lock))).toEqual([])
    expect(done).toEqual([])
    other.exec('commit')
    await Promise.all([single, transaction])
    expect((await keys()).filter(key => key.endsWith(lock))).toEqual([
      `single ${lock}`,
      `transaction ${lock}`,
    ])
  }
})

test('a write that has waited for too long is refused as unavailable, changes nothing, and holds up no other write', async () => {
  const { db, other, insert, keys } = await opened(100)
  other.exec('begin immediate')
  const tried = await Promise.allSettled([
    insert('a'),
    insert('b'),
    inTransaction(db, () => insert('c')),
    logWriterOf(db).write({ states: [], pageViews: [] }),
  ])
  expect(tried.map(one => one.status === 'rejected' && isDatabaseDown(one.reason))).toEqual([
    true,
    true,
    true,
    true,
  ])
  other.exec('commit')
  await insert('later')
  expect(await keys()).toEqual(['later'])
})

test('a write waits for a transaction of its own process only for so long, too', async () => {
  const { db, insert, keys } = await opened(100)
  const [ended, end] = untilCalled()
  const long = inTransaction(db, async trx => {
    await trx.insertInto('rate_bucket').values(row('long')).execute()
    await ended
  })
  await expect(insert('impatient')).rejects.toThrow('database is locked')
  // A read sees the last commit, not the rows of the open transaction.
  expect(await keys()).toEqual([])
  end()
  await long
  expect(await keys()).toEqual(['long'])
})

test('a transaction reads what it has written', async () => {
  const { db } = await opened()
  const found = await inTransaction(db, async trx => {
    await trx.insertInto('rate_bucket').values(row('own')).execute()
    return [
      await trx.selectFrom('rate_bucket').select('key').execute(),
      (await sql`select key from rate_bucket`.execute(trx)).rows,
    ]
  })
  expect(found).toEqual([[{ key: 'own' }], [{ key: 'own' }]])
})

test('a transaction that throws is rolled back, and the next write has its turn', async () => {
  const { db, insert, keys } = await opened()
  const failed = inTransaction(db, async trx => {
    await trx.insertInto('rate_bucket').values(row('failed')).execute()
    throw new Error('stopped')
  })
  await expect(failed).rejects.toThrow('stopped')
  await insert('next')
  expect(await keys()).toEqual(['next'])
})

test('under another process’s lock the log is not emptied, a current schema needs no lock, and a backup can be made', async () => {
  const { file, db, other, insert } = await opened(100)
  await insert('a')
  other.exec('begin immediate')
  await emptyWriteAheadLog(db)
  const second = openSqlite(file, { waitMs: 100 })
  expect(await migrate(second, 2)).toEqual([])
  await second.destroy()
  await sql`vacuum into ${`${file}.copy`}`.execute(db)
  const copy = new Database(`${file}.copy`)
  expect(copy.prepare('select key from rate_bucket').all()).toEqual([{ key: 'a' }])
  copy.close()
  other.exec('commit')
})

test('opening waits while another process keeps everyone out, and then works', async () => {
  const { file, db, other } = await opened()
  await db.destroy()
  other.exec('pragma locking_mode = exclusive; begin exclusive')
  const late = openSqlite(file)
  const found = late.selectFrom('schema_migration').select('version').execute()
  await aWhile()
  other.close()
  expect((await found).length).toBeGreaterThan(1)
  await late.destroy()
})

test('a dry run writes while another process has the write lock, and nothing of it is left', async () => {
  const { db, other, insert, keys } = await opened(100)
  await insert('old')
  other.exec('begin immediate')
  const ticket = (id: string) => ({
    ...{ id, customer_id: 'c', source: 'welcome' as const, source_id: id, seq: 0 },
    ...{ state: 'valid' as const, created_at: 1 },
  })
  const seen = await tryOut({ db, dialect: 'sqlite' }, async trx => {
    await trx.updateTable('rate_bucket').set({ tokens: 5 }).where('key', '=', 'old').execute()
    await trx
      .insertInto('rate_bucket')
      .values([row('old'), row('new')])
      .onConflict(conflict => conflict.column('key').doNothing())
      .execute()
    await inTransaction(trx, again =>
      again
        .insertInto('ticket')
        .values([ticket('1'), ticket('2')])
        .execute(),
    )
    return {
      buckets: await trx.selectFrom('rate_bucket').select(['key', 'tokens']).orderBy('key').execute(),
      tickets: await trx.selectFrom('ticket').select(['id', 'no']).orderBy('id').execute(),
    }
  })
  expect(seen).toEqual({
    buckets: [
      { key: 'new', tokens: 1 },
      { key: 'old', tokens: 5 },
    ],
    tickets: [
      { id: '1', no: 1 },
      { id: '2', no: 2 },
    ],
  })
  other.exec('commit')
  expect(await keys()).toEqual(['old'])
  expect(await db.selectFrom('ticket').select('id').execute()).toEqual([])
})

test('a dry run finds the same errors as a real one', async () => {
  const { db, insert } = await opened()
  await insert('a')
  const twice = tryOut({ db, dialect: 'sqlite' }, trx =>
    trx.insertInto('rate_bucket').values(row('a')).execute(),
  )
  await expect(twice).rejects.toThrow('UNIQUE constraint failed')
})
