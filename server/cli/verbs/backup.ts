import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { damaged, damageIn, WHAT_TO_DO } from '#server/cli/doctor-database.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { writeBackup } from '#server/cli/write-backup.ts'

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
