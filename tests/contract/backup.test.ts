import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { DataLocation } from '#server/cli/terminal-types.ts'
import { seedCampaign } from '#server/data/seed.ts'
import { diskObjects } from '#server/images/disk.ts'
import { migrate } from '#server/store/migrate.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { runWith } from '#tests/kit/cli.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { NOON } from '#tests/kit/noon.ts'
import { insert, rowsOf, update } from '#tests/kit/rows.ts'

const KEY = `r/01920000-0000-7000-8000-000000000009/${'a'.repeat(64)}`
const inFolder = eachFolder()

function dataDir(name: string) {
  const databaseFile = inFolder(name, 'campaign.sqlite')
  const objects = diskObjects(inFolder(name, 'objects'))
  const location: DataLocation = { databaseFile, objects }
  const open = async () => {
    await mkdir(inFolder(name), { recursive: true })
    const db = openSqlite(databaseFile)
    await migrate(db, NOON)
    return { db, dialect: 'sqlite' as const, objects, close: () => db.destroy() }
  }
  const random = { bytes: (length: number) => new Uint8Array(length) }
  const run = async (...argv: string[]) => {
    const { code, out, err } = await runWith(argv, { open, random, location: () => location })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
  return { location, open, run }
}

/** Creates a campaign with one photo, one unfinished upload, and its own permit number. */
async function filled(name: string) {
  const data = dataDir(name)
  const { db, objects, close } = await data.open()
  await seedCampaign(db, NOON)
  const [, customer_id = '', sha256 = ''] = KEY.split('/')
  await objects.put(KEY, Buffer.from(`photo of ${name}`), 'image/jpeg')
  const shape = { bytes: 9, width: 200, height: 200, content_type: 'image/jpeg', created_at: NOON }
  await insert({ db }, 'image', { customer_id, sha256, ...shape })
  const half = { customer_id, sha256: 'b'.repeat(64), total: 9, received: 3, updated_at: NOON }
  await insert({ db }, 'upload', half)
  await update({ db }, 'campaign', { permit_no: name })
  await close()
  return data
}
const permitOf = async (data: ReturnType<typeof dataDir>) => {
  const { db, close } = await data.open()
  const row = await db.selectFrom('campaign').select('permit_no').executeTakeFirst()
  await close()
  return row?.permit_no ?? null
}
const file = () => inFolder('b.tar')

test('restores the database and photos of a running campaign in another folder', async () => {
  const source = await filled('one')
  const running = await source.open()
  const { code, out } = await source.run('backup', file())
  expect([code, out]).toEqual([0, expect.stringContaining('the database and 1 photos')])
  await running.close()
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect((await readdir(inFolder())).sort()).toEqual(['b.tar', 'one'])

  const target = dataDir('two')
  expect((await target.run('restore', file(), '--dry-run')).out).toContain('is complete')
  expect(existsSync(target.location.databaseFile)).toBe(false)
  expect((await target.run('restore', file())).code).toBe(0)
  expect(await permitOf(target)).toBe('one')
  expect(Buffer.from((await target.location.objects.get(KEY)) ?? []).toString()).toBe('photo of one')
  const { db, close } = await target.open()
  expect(await rowsOf({ db }, 'upload')).toEqual([])
  const audit = await db.selectFrom('audit').select('action').execute()
  expect(audit.map(row => row.action)).toEqual(['restore'])
  await close()
  expect((await target.run('audit', 'verify')).code).toBe(0)
})

test('warns about the folder of an interrupted backup', async () => {
  const source = await filled('one')
  await mkdir(inFolder('.backup-killed'))
  const { code, out } = await source.run('backup', file())
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('.backup-killed: another backup is running or was interrupted'),
  ])
  expect((await readdir(inFolder())).filter(name => name.startsWith('.backup-'))).toEqual(['.backup-killed'])
})

test('writes a file that any tar program can open', async () => {
  await (await filled('one')).run('backup', file())
  const { stdout } = await promisify(execFile)('tar', ['-tf', file()])
  expect(stdout.trim().split('\n')).toEqual(['campaign.sqlite', `photos/${KEY.slice(2)}`, 'manifest.json'])
})

test('replaces an existing campaign only with --force, and keeps the old database', async () => {
  await (await filled('one')).run('backup', file())
  const target = await filled('two')
  expect((await target.run('restore', file())).err).toContain('use --force to replace it')
  expect(await permitOf(target)).toBe('two')
  const { code, out } = await target.run('restore', file(), '--force')
  expect([code, out]).toEqual([0, expect.stringContaining('campaign.sqlite.before-2026-11-20')])
  expect(await permitOf(target)).toBe('one')
})

test('refuses to restore over a database that is in use', async () => {
  await (await filled('one')).run('backup', file())
  const target = await filled('two')
  const running = await target.open()
  await rowsOf(running, 'campaign')
  expect((await target.run('restore', file(), '--force')).err).toContain('stop it first')
  const tried = await target.run('restore', file(), '--dry-run')
  expect([tried.code, tried.out]).toEqual([
    0,
    expect.stringMatching(/is complete[\s\S]*use --force to replace it/),
  ])
  await running.close()
  expect(await permitOf(target)).toBe('two')
})

test.each<[string, (bytes: Buffer) => Buffer, string]>([
  ['cut off', bytes => bytes.subarray(0, bytes.length - 5000), 'is incomplete'],
  ['cut off in the database', bytes => bytes.subarray(0, 10_000), 'is incomplete'],
  ['changed in one byte of the database', bytes => flipped(bytes, 700), 'damaged: campaign.sqlite'],
  ['changed in a photo', bytes => flipped(bytes, bytes.indexOf('photo of one')), 'damaged: photos/'],
  ['something else', () => Buffer.alloc(2000, 'x'), 'is not a backup'],
  ['empty', () => Buffer.alloc(0), 'is incomplete'],
])('refuses a backup that is %s and changes nothing', async (_, change, message) => {
  await (await filled('one')).run('backup', file())
  await writeFile(file(), change(await readFile(file())))
  const target = dataDir('two')
  const { code, err } = await target.run('restore', file())
  expect([code, err]).toEqual([1, expect.stringContaining(message)])
  expect(existsSync(target.location.databaseFile)).toBe(false)
})

test('restores a backup in which only bytes between the files have changed, and reports them', async () => {
  await (await filled('one')).run('backup', file())
  // The first block is the header with the name of the database.
  await writeFile(file(), flipped(await readFile(file()), 400))
  const target = dataDir('two')
  const { code, out } = await target.run('restore', file())
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('bytes around them have changed, so its disk may be failing: the header'),
  ])
  expect(await permitOf(target)).toBe('one')
})

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

test('does not overwrite an existing file, and reports missing photos', async () => {
  const data = await filled('one')
  await writeFile(file(), 'mine')
  expect((await data.run('backup', file())).err).toContain('already exists')
  expect(await readFile(file(), 'utf8')).toBe('mine')
  await data.location.objects.delete(KEY)
  const { code, out } = await data.run('backup', inFolder('c.tar'))
  expect([code, out]).toEqual([1, expect.stringContaining('1 photos are missing')])
})
