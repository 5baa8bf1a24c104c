import { existsSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { seedCampaign } from '#server/data/seed.ts'
import { diskObjects } from '#server/images/disk.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, openSqlite } from '#server/store/sqlite.ts'
import { organiser, runWith } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { NOON } from '#tests/kit/noon.ts'
import { insert, testServer } from '#tests/kit/server.ts'

// A disk can change bytes of the database without reporting an error. SQLite has no checksums, so only a check of all
// pages and indexes detects the damage.

describe('on SQLite, a damaged database', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await testFolder()
    file = join(folder, 'campaign.sqlite')
    const db = openSqlite(file)
    await migrate(db, NOON)
    await seedCampaign(db, NOON)
    const customers = Array.from({ length: 200 }, (_, n) => ({
      ...{ id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`, line_user_id: `U${n}-of-the-test` },
      ...{ line_display_name: 'ผู้ทดสอบ', status: 'registered' as const, created_at: NOON, updated_at: NOON },
    }))
    await insert({ db }, 'customer', customers as never)
    await db.destroy()
  })

  const run = async (...argv: string[]) => {
    const objects = diskObjects(join(folder, 'objects'))
    const { code, out, err } = await runWith(argv, {
      open: async () => {
        const db = openSqlite(file)
        return { db, dialect: 'sqlite', objects, close: () => db.destroy() }
      },
      location: () => ({ databaseFile: file, objects }),
    })
    return { code, text: [...out, ...err].join('\n') }
  }

  /** Overwrites bytes of the closed database. */
  async function damage(at: number, bytes: Buffer): Promise<void> {
    const handle = await open(file, 'r+')
    await handle.write(bytes, 0, bytes.length, at)
    await handle.close()
  }

  /** Overwrites half of the first page of the customers' table or of its index. */
  async function damagePage(which: string): Promise<void> {
    const database = new Database(file)
    database.pragma('wal_checkpoint(truncate)')
    const { rootpage } = database
      .prepare<[], { rootpage: number }>(`select rootpage from sqlite_master where ${which}`)
      .get() ?? { rootpage: 0 }
    const size = database.pragma('page_size', { simple: true }) as number
    database.close()
    expect(rootpage).toBeGreaterThan(1)
    await damage((rootpage - 1) * size + 8, Buffer.alloc(size / 2, 0xff))
  }

  /** Changes one character of an id in the table, but not in its index. */
  async function damageValue(): Promise<void> {
    const bytes = await readFile(file)
    // In a row of the table, the LINE user id follows the row's id.
    const at = bytes.indexOf('000000000077U77-of-the-test')
    expect(at).toBeGreaterThan(0)
    await damage(at, Buffer.from('1'))
  }

  test('that is whole passes', async () => {
    expect((await run('doctor')).text).toMatch(/^ok {4}database: SQLite can read every page/)
    expect((await run('backup', join(folder, 'b.tar'))).code).toBe(0)
  })

  test.each([
    ['a page of a table', () => damagePage("type = 'table' and name = 'customer'")],
    ['a page of an index', () => damagePage("type = 'index' and tbl_name = 'customer'")],
    ['one letter of a value', damageValue],
  ])('is found by doctor, and is not backed up: %s', async (_, damageIt) => {
    const good = join(folder, 'good.tar')
    expect((await run('backup', good)).code).toBe(0)
    const { size } = await stat(good)
    await damageIt()
    const doctor = await run('doctor')
    expect([doctor.code, doctor.text]).toEqual([
      1,
      expect.stringContaining('SQLite finds damage in the database'),
    ])
    const backup = await run('backup', join(folder, 'bad.tar'))
    expect([backup.code, backup.text]).toEqual([1, expect.stringContaining('No backup was written')])
    expect([existsSync(join(folder, 'bad.tar')), (await stat(good)).size]).toEqual([false, size])
    expect((await run('drill', good)).text).not.toContain('FAIL')
  })
})

test('doctor says whether PostgreSQL checks its pages, or that SQLite’s are whole', async () => {
  const server = await testServer()
  const { out } = await organiser(server)('doctor')
  const line = out.split('\n').find(one => one.includes('database:'))
  expect(line).toMatch(
    server.deps.dialect === 'postgres'
      ? /(warn.*data checksums are off.*pg_checksums --enable)|(ok.*data checksums are on)/
      : /ok.*SQLite can read every page/,
  )
})
