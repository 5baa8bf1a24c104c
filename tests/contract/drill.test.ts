import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { sha256Hex } from '#server/hash.ts'
import { Database } from '#server/store/sqlite.ts'
import { drawnCampaign, liveIn } from '#tests/kit/backed-up.ts'
import { organiser, type Ran } from '#tests/kit/cli.ts'
import { ticketHolders } from '#tests/kit/draw.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest } from '#tests/kit/server.ts'

let temporary: string
const server = eachTest(drawnCampaign)
const inFolder = eachFolder()
beforeEach(async () => {
  temporary = inFolder('tmp')
  for (const name of ['tmp', 'backups']) await mkdir(inFolder(name))
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(async () => {
  expect(await readdir(temporary)).toEqual([])
  vi.unstubAllEnvs()
})

const backups = () => inFolder('backups')
const backup = async (name = 'b.tar'): Promise<string> => {
  const file = join(backups(), name)
  expect(await organiser(server)('backup', file)).toMatchObject({ code: 0, err: '' })
  return file
}
const live = () => liveIn(server, inFolder('live'))

/** Returns the exit code, and each check's level and finding by the check's name. */
function read({ code, out }: Ran) {
  const { checks } = JSON.parse(out) as { checks: { name: string; level: string; found: string }[] }
  return { code, ...Object.fromEntries(checks.map(({ name, level, found }) => [name, `${level} ${found}`])) }
}

test('restores the newest backup of a folder, and only reads the running campaign', async () => {
  const old = await backup('z-old.tar')
  await utimes(old, 1, 1)
  await ticketHolders(server, [1])
  const newest = await backup('a-new.tar')
  await writeFile(join(backups(), 'notes.txt'), 'not a backup')
  const run = await live()
  const file = inFolder('live/campaign.sqlite')
  const before = sha256Hex(await readFile(file))
  const { code, out } = await run('drill', backups())
  expect([code, out.split('\n').at(-1)]).toEqual([0, 'The backup can be restored.'])
  expect(out).toContain(newest)
  expect(sha256Hex(await readFile(file))).toBe(before)
  expect(read(await run('drill', backups(), '--json'))).toEqual({
    code: 0,
    file: `ok ${newest}: every byte is unchanged; the database and 2 photos`,
    age: expect.stringMatching(/^ok made at .* 0 hours ago$/),
    database: expect.stringMatching(/^ok intact; \d+ tables with \d+ rows, as counted by the backup$/),
    audit: expect.stringMatching(/^ok \d entries, the hash chain is intact$/),
    draw: `ok ${[
      'the secret belongs to the commitment',
      'the sealed list has the 10 tickets and the hash that the database states',
      'the winners are those that secret, beacon and list give',
      'the audit log says the same',
    ].join('; ')}`,
    photos: 'ok the backup contains all 2',
    'running campaign': expect.stringMatching(/^ok /),
  })
})

test('a backup that is too old has an exit code of its own', async () => {
  const file = await backup()
  const run = await live()
  server.clock.advance(26 * HOUR_MS + 1000)
  expect(read(await run('drill', backups(), '--json'))).toMatchObject({
    code: 3,
    age: expect.stringMatching(/^fail .*26 hours ago; at most 26 are allowed: check the backup job$/),
    draw: expect.stringMatching(/^ok /),
  })
  expect((await run('drill', backups(), '--max-age', '27')).code).toBe(0)
  expect((await run('drill', file)).code).toBe(0)
  expect((await run('drill', file, '--max-age', '2')).code).toBe(3)
  server.clock.advance(-30 * HOUR_MS)
  expect(read(await run('drill', file, '--json'))).toMatchObject({
    code: 1,
    age: expect.stringContaining('in the future'),
  })
})

test('reports a folder without backups, and refuses wrong usage', async () => {
  const run = await live()
  expect(await run('drill', backups())).toMatchObject({
    code: 1,
    err: `${backups()}: contains no backup (*.tar)`,
  })
  expect(await run('drill', inFolder('none'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('no such file'),
  })
  expect((await run('drill')).code).toBe(2)
  expect((await run('drill', backups(), '--max-age', 'x')).err).toContain('--max-age: must be a whole number')
})

test('a newest backup whose copy broke off is reported, although an older one is good', async () => {
  const good = await backup('good.tar')
  await utimes(good, 1, 1)
  const bytes = await readFile(good)
  await writeFile(join(backups(), 'cut.tar'), bytes.subarray(0, bytes.length / 2))
  expect(read(await (await live())('drill', backups(), '--json'))).toEqual({
    code: 1,
    file: expect.stringContaining('fail The backup is incomplete'),
  })
})

/** Each case changes the campaign before the backup, so all hashes in the backup are correct. */
test.each<[what: string, change: string, check: string, message: string]>([
  [
    'a changed audit entry',
    "update audit set actor = 'x' where seq = 2",
    'audit',
    'entry 2 of 3 was changed',
  ],
  ['another secret', "update draw set secret = substr(secret, 3) || 'ab'", 'draw', 'secret does not belong'],
  ['no secret', 'update draw set secret = null', 'draw', 'secret does not belong'],
  [
    'a missing ticket in the list',
    'delete from draw_entry where no = (select min(no) from draw_entry)',
    'draw',
    'the list has 9 of 10 tickets',
  ],
  [
    'another list',
    'update draw_entry set no = no + 50',
    'draw',
    'the sealed list or the promise was changed',
  ],
  [
    'other winners',
    'update draw_winner set ticket_id = (select max(id) from ticket)',
    'draw',
    'winners are not',
  ],
  [
    'a new promise after the old one was published',
    `update draw set secret = '${'00'.repeat(32)}', commitment = '${sha256Hex(Buffer.alloc(32))}'`,
    'draw',
    'audit log has another commitment',
  ],
  ['a database without a campaign', 'delete from campaign', 'database', 'contains no campaign'],
  [
    'the database of a newer release',
    "insert into schema_migration values (99, 'future', 1)",
    'database',
    'newer version',
  ],
])('finds %s', async (_, change, check, message) => {
  const run = await live()
  await sql.raw(change).execute(server.db)
  await backup()
  const found = read(await run('drill', backups(), '--json')) as Record<string, unknown>
  expect([found.code, found[check]]).toEqual([1, expect.stringContaining(message)])
  expect(found[check]).toMatch(/^fail /)
})

test('finds a photo that is missing, unless the running campaign has deleted it', async () => {
  const [gone = '', kept = ''] = (await server.db.selectFrom('image').select('sha256').execute()).map(
    row => row.sha256,
  )
  const all = server.deps.objects
  // The backup does not find the file of this photo.
  const objects = { ...all, get: async (key: string) => (key.endsWith(gone) ? null : all.get(key)) }
  const packing = organiser({ ...server, deps: { ...server.deps, objects } })
  expect((await packing('backup', join(backups(), 'b.tar'))).out).toContain('1 photos are missing')
  const run = await live()
  expect(read(await run('drill', backups(), '--json'))).toMatchObject({
    code: 1,
    photos: 'fail 1 of 2 are missing from the backup',
  })
  const running = new Database(inFolder('live/campaign.sqlite'))
  running.prepare('delete from image where sha256 = ?').run(gone)
  expect(read(await run('drill', backups(), '--json'))).toMatchObject({
    code: 0,
    photos: 'ok the backup contains all 2, except 1 that were being deleted',
  })
  running.prepare('delete from image where sha256 = ?').run(kept)
  running.close()
  expect((await run('drill', backups())).code).toBe(0)
})

test('finds a backup that lacks rows of the running campaign, and one of another campaign', async () => {
  await backup()
  await ticketHolders(server, [2])
  const run = await live()
  // The missing rows are newer than the backup, so the drill accepts it.
  expect((await run('drill', backups())).code).toBe(0)
  const running = new Database(inFolder('live/campaign.sqlite'))
  running.exec('update customer set created_at = 5; update ticket set created_at = 5')
  expect(read(await run('drill', backups(), '--json'))).toMatchObject({
    code: 1,
    'running campaign': [
      'fail 1 rows of customer are older than the backup, but not in it',
      '2 rows of ticket are older than the backup, but not in it',
    ].join('; '),
  })
  running.exec('delete from audit where seq > 1')
  running.close()
  expect(read(await run('drill', backups(), '--json'))).toMatchObject({
    code: 1,
    'running campaign': expect.stringContaining('2 audit entries of the backup are not in its audit log'),
  })
  const elsewhere = organiser(server, [], { location: () => null })
  expect(read(await elsewhere('drill', backups(), '--json'))).toMatchObject({
    code: 0,
    'running campaign': expect.stringMatching(/^skip not compared/),
  })
})
