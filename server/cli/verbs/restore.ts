import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { openBackup, unpackBackup, verifyBackup } from '#server/cli/read-backup.ts'
import type { DataLocation } from '#server/cli/terminal-types.ts'
import { type BaseContext, CliError, type Outcome, type Verb } from '#server/cli/verb.ts'
import { Database } from '#server/store/sqlite.ts'

export const restoreVerbs: readonly Verb[] = [
  {
    name: 'restore',
    usage: 'FILE.tar [--force]',
    summary: 'Restore a campaign from a backup.',
    help: [
      'Checks the hash of every file before changing anything. --dry-run only checks, and works while the server runs.',
      'Refuses to replace an existing campaign without --force; with --force it keeps the old database in the same folder,',
      'with the time in its name. Stop the server before restoring. Partly uploaded photos start again from the',
      'beginning.',
      '',
      'Example: restore campaign-2026-12-01.tar --dry-run',
    ],
    options: { force: { type: 'boolean' } },
    args: { min: 1, max: 1 },
    dryRun: true,
    mode: 'restores-campaign',
    run: restore,
  },
]

const DEFECTS =
  'Its contents are intact, but bytes around them have changed, so the disk it was on may be failing:'

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
    const kept = context.dryRun ? null : await replace(file, location, exists, context)
    return {
      lines: [
        `The backup from ${bangkokTime(manifest.at)} (Bangkok time) is complete: the database and ${data.photos} photos.`,
        ...(defects.length > 0 ? [`${DEFECTS} ${defects.slice(0, 5).join(', ')}.`] : []),
        ...(refused ? [occupied] : []),
        ...(kept === null ? [] : [`The old database is now ${kept}`]),
        ...(context.dryRun
          ? []
          : ['The campaign is restored. Check it with `doctor`, then start the server.']),
      ],
      data: { ...data, kept },
      detail: { ...data, kept },
    }
  } finally {
    await file.close()
  }
}

/**
 * Throws if another process uses the database. To detect one, leaves WAL mode, which SQLite refuses while the
 * database is in use.
 */
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
 * Restores the photos, then replaces the database with one rename. Until the rename, the old database is unchanged.
 * Returns the new path of the old database; null if there was none.
 */
async function replace(
  file: FileHandle,
  { databaseFile, objects }: DataLocation,
  exists: boolean,
  { now, progress }: BaseContext,
): Promise<string | null> {
  await mkdir(dirname(databaseFile), { recursive: true, mode: 0o700 })
  const unfinished = `${databaseFile}.restoring`
  await unpackBackup(file, { databaseFile: unfinished, objects }, progress)
  const kept = exists ? `${databaseFile}.before-${isoOf(now).replaceAll(':', '-')}` : null
  if (kept) await rename(databaseFile, kept)
  // Delete the old database's write-ahead log, because SQLite would replay it into the new database.
  for (const rest of ['-wal', '-shm']) await rm(`${databaseFile}${rest}`, { force: true })
  await rename(unfinished, databaseFile)
  return kept
}
