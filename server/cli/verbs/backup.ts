import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { DATABASE, FORMAT, MANIFEST, photoName } from '#server/cli/backup-format.ts'
import { paginate } from '#server/cli/paginate.ts'
import { type Packed, tarWriter } from '#server/cli/tar.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { imageKey } from '#server/images/store.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

/** Keeping the whole campaign in one file. */
export const backupVerbs: readonly Verb[] = [
  {
    name: 'backup',
    usage: 'FILE.tar',
    summary: 'Write the database and all photos into one file, while the server runs.',
    help: [
      'The database as it is at one moment, the photos it knows, and a list of their hashes: an ordinary tar file, which',
      'only its owner may read. It holds everything personal that the campaign holds, and the secret of a draw that is',
      'promised but not announced: keep it accordingly. A PostgreSQL database is backed up with pg_dump, its bucket',
      'with the tools of the bucket.',
      '',
      'Example: backup campaign-2026-12-01.tar',
    ],
    args: { min: 1, max: 1 },
    mode: 'alone',
    run: backup,
  },
]

async function backup(context: Context): Promise<Outcome> {
  const { db, dialect, args } = context
  const path = args[0] ?? ''
  if (dialect !== 'sqlite')
    throw new CliError('DATABASE_URL: a PostgreSQL database is backed up with pg_dump')
  if (existsSync(path)) throw new CliError(`${path}: is there already`)
  const left = await leftOvers(dirname(path))
  const folder = await mkdtemp(join(dirname(path), UNFINISHED)).catch(() => {
    throw new CliError(`${path}: cannot be written`)
  })
  try {
    const snapshot = join(folder, DATABASE)
    // One statement: the copy is of one moment, and who writes meanwhile need not wait.
    await sql`vacuum into ${snapshot}`.execute(db)
    const unfinished = join(folder, 'backup.tar')
    const found = await pack(context, snapshot, unfinished)
    await rename(unfinished, path)
    const data = { file: path, ...found }
    const lost = found.missing > 0 ? [`${found.missing} photos are missing from the image store.`] : []
    return {
      lines: [`${path}: the database and ${found.photos} photos, ${found.bytes} bytes.`, ...lost, ...left],
      data,
      detail: data,
      failed: found.missing > 0,
    }
  } catch (error) {
    throw hasNoRoom(error) ? noRoom(path, error) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The system's codes for a disk that takes no more, and SQLite's for a copy that it cannot write. */
const NO_ROOM = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_WRITE)$/

const hasNoRoom = (error: unknown): error is Error =>
  error instanceof Error && NO_ROOM.test(String((error as { code?: unknown }).code))

const noRoom = (path: string, error: Error): CliError =>
  new CliError(`${path}: there is no room for the backup (${error.message}); nothing is left of it`)

/** The beginning of the name of a folder in which a backup is made. */
const UNFINISHED = '.backup-'

/**
 * What a backup that was killed has left beside the new one holds everything personal, and nobody else looks for it.
 */
async function leftOvers(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter(name => name.startsWith(UNFINISHED))
    .map(
      name => `${join(folder, name)}: an earlier backup broke off, or another one runs; delete what is left.`,
    )
}

async function pack(context: Context, snapshot: string, target: string) {
  const { db, objects } = context
  const file = await open(target, 'wx', 0o600)
  try {
    const tar = tarWriter(file)
    const { size } = await stat(snapshot)
    const packed: Packed[] = [await tar.add(DATABASE, size, createReadStream(snapshot))]
    const bar = context.progress('Packing photos', await countOf(db.selectFrom('image')))
    let missing = 0
    for await (const photo of photosIn(db)) {
      const bytes = await objects.get(imageKey(photo))
      if (bytes) packed.push(await tar.add(photoName(photo), bytes.length, [bytes]))
      else missing += 1
      bar.step(1)
    }
    bar.end()
    const manifest = Buffer.from(JSON.stringify({ format: FORMAT, at: context.now, files: packed }))
    await tar.add(MANIFEST, manifest.length, [manifest])
    await tar.end()
    const bytes = packed.reduce((sum, one) => sum + one.bytes, 0)
    return { photos: packed.length - 1, missing, bytes }
  } finally {
    await file.close()
  }
}

/** All photos; what comes while they are read may or may not be among them. */
const photosIn = (db: Db) =>
  paginate(async (after, limit) => {
    const [customer = '', sha256 = ''] = after.split('/')
    const rows = await db
      .selectFrom('image')
      .select(['customer_id', 'sha256'])
      .where(eb => eb(eb.refTuple('customer_id', 'sha256'), '>', eb.tuple(customer, sha256)))
      .orderBy('customer_id')
      .orderBy('sha256')
      .limit(limit)
      .execute()
    return rows.map(({ customer_id: customerId, sha256: hash }) => ({
      id: `${customerId}/${hash}`,
      customerId,
      sha256: hash,
    }))
  })
