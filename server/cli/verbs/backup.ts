import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { DATABASE, FORMAT, MANIFEST, photoName, sealedManifest } from '#server/cli/backup-format.ts'
import { photosIn } from '#server/cli/photos-in.ts'
import { rowCountsOf } from '#server/cli/row-counts.ts'
import { type Packed, tarWriter } from '#server/cli/tar.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { imageKey } from '#server/images/store.ts'
import { countOf } from '#server/store/count.ts'

export const backupVerbs: readonly Verb[] = [
  {
    name: 'backup',
    usage: 'FILE.tar',
    summary: 'Write the database and all photos to one file. The server may keep running.',
    help: [
      'Writes a consistent copy of the database, its photos, and a list of their hashes to a tar file that only its',
      'owner can read. The file contains all personal data of the campaign, and the secret of a draw that is not yet',
      'announced: store it safely. Back up a PostgreSQL database with pg_dump, and a photo bucket with the tools of',
      'its provider.',
      '',
      'Example: backup campaign-2026-12-01.tar',
    ],
    args: { min: 1, max: 1 },
    mode: 'without-transaction',
    run: backup,
  },
]

async function backup(context: Context): Promise<Outcome> {
  const { db, dialect, args } = context
  const path = args[0] ?? ''
  if (dialect !== 'sqlite') throw new CliError('DATABASE_URL: back up a PostgreSQL database with pg_dump')
  if (existsSync(path)) throw new CliError(`${path}: already exists`)
  const warnings = await unfinishedBackups(dirname(path))
  const folder = await mkdtemp(join(dirname(path), UNFINISHED)).catch(() => {
    throw new CliError(`${path}: cannot write to this folder`)
  })
  try {
    const snapshot = join(folder, DATABASE)
    // VACUUM INTO copies a consistent snapshot in one statement and does not block writers.
    await sql`vacuum into ${snapshot}`.execute(db)
    const unfinished = join(folder, 'backup.tar')
    const found = await pack(context, snapshot, unfinished)
    await rename(unfinished, path)
    const data = { file: path, ...found }
    const lost = found.missing > 0 ? [`${found.missing} photos are missing from the photo storage.`] : []
    return {
      lines: [
        `${path}: the database and ${found.photos} photos, ${found.bytes} bytes.`,
        ...lost,
        ...warnings,
      ],
      data,
      detail: data,
      failed: found.missing > 0,
    }
  } catch (error) {
    throw isDiskFull(error) ? diskFullError(path, error) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Error codes of the system and of SQLite for a full disk. */
const DISK_FULL = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_WRITE)$/

const isDiskFull = (error: unknown): error is Error =>
  error instanceof Error && DISK_FULL.test(String((error as { code?: unknown }).code))

const diskFullError = (path: string, error: Error): CliError =>
  new CliError(
    `${path}: not enough disk space for the backup (${error.message}); the partial backup was deleted`,
  )

/** Prefix of the temporary folder for an unfinished backup. */
const UNFINISHED = '.backup-'

/**
 * Returns a warning for each temporary folder of another backup. If that backup was killed, the folder still
 * contains all personal data.
 */
async function unfinishedBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter(name => name.startsWith(UNFINISHED))
    .map(
      name =>
        `${join(folder, name)}: another backup is running or was interrupted; if it was interrupted, delete this folder.`,
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
    const rows = rowCountsOf(snapshot)
    const manifest = Buffer.from(sealedManifest({ format: FORMAT, at: context.now, rows, files: packed }))
    await tar.add(MANIFEST, manifest.length, [manifest])
    await tar.end()
    const bytes = packed.reduce((sum, one) => sum + one.bytes, 0)
    return { photos: packed.length - 1, missing, bytes }
  } finally {
    await file.close()
  }
}
