import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { damaged, damageIn, WHAT_TO_DO } from '#server/cli/doctor-database.ts'
import { openBackup, unpackBackup, verifyBackup } from '#server/cli/read-backup.ts'
import { type TakenOver, takenOverLines, takeOverDecisions } from '#server/cli/take-over-decisions.ts'
import type { DataLocation } from '#server/cli/terminal-types.ts'
import { type BaseContext, CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { writeBackup } from '#server/cli/write-backup.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, isSqliteError, openSqlite, readingSqlite } from '#server/store/sqlite.ts'
import { inTransaction } from '#server/store/transaction.ts'

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
      'If SQLite finds damage in the database, it writes nothing and exits with 1, so the newest backup is still a good one.',
      '',
      'Example: backup campaign-2026-12-01.tar',
    ],
    mode: 'without-transaction',
    run: backup,
  },
  {
    name: 'restore',
    usage: 'FILE.tar [--force]',
    summary: 'Restore a campaign from a backup.',
    help: [
      'Checks the hash of every file before changing anything. --dry-run only checks, and works while the server runs.',
      'Refuses to replace an existing campaign without --force; with --force it keeps the old database in the same folder,',
      'with the time in its name, and takes over from it which receipts were refused or removed since the backup, and which',
      'customers have left. Stop the server before restoring. Partly uploaded photos start again from the beginning.',
      '',
      'Example: restore campaign-2026-12-01.tar --dry-run',
    ],
    dryRun: true,
    mode: 'restores-campaign',
    run: restore,
  },
]

async function backup(context: Context): Promise<Outcome> {
  const { dialect, args } = context
  const path = args[0] ?? ''
  if (dialect !== 'sqlite') throw new CliError('DATABASE_URL: back up a PostgreSQL database with pg_dump')
  if (existsSync(path)) throw new CliError(`${path}: already exists`)
  // Check the running database: the backup has rebuilt indexes, which no longer reveal a changed value.
  const problems = await damageIn(context.db)
  if (problems.length > 0) throw new CliError(`${damaged(problems)} No backup was written. ${WHAT_TO_DO}`)
  const warnings = await unfinishedBackups(dirname(path))
  const folder = await mkdtemp(join(dirname(path), UNFINISHED)).catch(() => {
    throw new CliError(`${path}: cannot write to this folder`)
  })
  try {
    const unfinished = join(folder, 'backup.tar')
    const found = await writeBackup(context, folder, unfinished)
    await rename(unfinished, path)
    const detail = { file: path, ...found }
    const lost = found.missing > 0 ? [`${found.missing} photos are missing from the photo storage.`] : []
    return {
      lines: [
        `${path}: the database and ${found.photos} photos, ${found.bytes} bytes.`,
        ...lost,
        ...warnings,
      ],
      detail,
      failed: found.missing > 0,
    }
  } catch (error) {
    throw isDiskFull(error) ? diskFullError(path, error) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Error codes of the operating system and SQLite for a full disk. */
const DISK_FULL = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_WRITE)$/

const isDiskFull = (error: unknown): error is Error =>
  error instanceof Error && DISK_FULL.test(String((error as { code?: unknown }).code))

const diskFullError = (path: string, error: Error): CliError =>
  new CliError(
    `${path}: not enough disk space for the backup (${error.message}); the partial backup was deleted`,
  )

const UNFINISHED = '.backup-'

/** Warns about temporary folders of killed backups, which still contain all the personal data. */
async function unfinishedBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter(name => name.startsWith(UNFINISHED))
    .map(
      name =>
        `${join(folder, name)}: another backup is running or was interrupted; if it was interrupted, delete this folder.`,
    )
}

const DEFECTS = 'Its contents are intact, but bytes around them have changed, so its disk may be failing:'

const NOTHING_TAKEN_OVER =
  'There is no readable old database. Before you start the server, erase again the customers who have left since the backup (`customer erase`), and block again those who were blocked. Phones may offer receipts that were refused or removed since the backup.'

async function restore(context: BaseContext): Promise<Outcome> {
  const path = context.args[0] ?? ''
  const location = context.location()
  if (location === null)
    throw new CliError('DATABASE_URL: restore a PostgreSQL database with its own tools (pg_restore)')
  const exists = existsSync(location.databaseFile)
  const file = await openBackup(path)
  try {
    const { manifest, defects } = await verifyBackup(file, context.progress)
    const bytes = manifest.files.reduce((sum, one) => sum + one.bytes, 0)
    const data = {
      file: path,
      madeAt: isoOf(manifest.at),
      photos: manifest.files.length - 1,
      bytes,
    }
    const occupied = `A campaign already exists (${location.databaseFile}); use --force to replace it.`
    const refused = exists && context.options.force !== true
    if (refused && !context.dryRun) throw new CliError(occupied)
    if (exists && !context.dryRun) requireStopped(location.databaseFile)
    const replaced = context.dryRun ? null : await replace(file, location, exists, context)
    const kept = replaced?.kept ?? null
    const takenOver = replaced?.takenOver ?? null
    return {
      lines: [
        `The backup from ${bangkokTime(manifest.at)} (Bangkok time) is complete: the database and ${data.photos} photos.`,
        ...(defects.length > 0 ? [`${DEFECTS} ${defects.slice(0, 5).join(', ')}.`] : []),
        ...(refused ? [occupied] : []),
        ...(kept === null ? [] : [`The old database is now ${kept}`]),
        ...(takenOver === null ? [] : takenOverLines(takenOver)),
        ...(takenOver === null && !context.dryRun ? [NOTHING_TAKEN_OVER] : []),
        ...(context.dryRun
          ? []
          : ['The campaign is restored. Check it with `doctor`, then start the server.']),
      ],
      data: { ...data, kept, takenOver },
      detail: { ...data, kept, takenOver },
    }
  } finally {
    await file.close()
  }
}

/** Throws CliError if another process is using the database: SQLite then refuses to leave WAL mode. */
function requireStopped(databaseFile: string): void {
  const database = new Database(databaseFile)
  try {
    database.pragma('busy_timeout = 500')
    database.pragma('journal_mode = DELETE')
  } catch (error) {
    if (!/^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))) return
    throw new CliError('The server or another command is using the database: stop it first.')
  } finally {
    database.close()
  }
}

/**
 * Restores the photos, then replaces the database with a single rename. Returns the old database's new path (null if
 * there was no old database) and the decisions copied from it (null if it cannot be read).
 */
async function replace(
  file: FileHandle,
  { databaseFile, objects }: DataLocation,
  exists: boolean,
  context: BaseContext,
): Promise<{ readonly kept: string | null; readonly takenOver: TakenOver | null }> {
  await mkdir(dirname(databaseFile), { recursive: true, mode: 0o700 })
  const unfinished = `${databaseFile}.restoring`
  await deleteLog(unfinished)
  await unpackBackup(file, { databaseFile: unfinished, objects }, context.progress)
  const takenOver = exists ? await takeOver(databaseFile, unfinished, context) : null
  const kept = exists ? `${databaseFile}.before-${isoOf(context.now).replaceAll(':', '-')}` : null
  if (kept) await rename(databaseFile, kept)
  await deleteLog(databaseFile)
  await rename(unfinished, databaseFile)
  return { kept, takenOver }
}

/** SQLite would replay an old write-ahead log into the new file. */
async function deleteLog(databaseFile: string): Promise<void> {
  for (const rest of ['-wal', '-shm']) await rm(`${databaseFile}${rest}`, { force: true })
}

async function takeOver(
  oldFile: string,
  newFile: string,
  { now, random }: BaseContext,
): Promise<TakenOver | null> {
  const to = openSqlite(newFile)
  try {
    await migrate(to, now)
    return await readingSqlite(oldFile, from =>
      inTransaction(to, trx => takeOverDecisions(from, trx, { now, random })),
    )
  } catch (error) {
    // A damaged old database may be the reason for the restore.
    if (isSqliteError(error)) return null
    throw error
  } finally {
    await to.destroy()
  }
}
