import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { DATABASE, MANIFEST, type Manifest, manifestSchema, photoNamed } from '#server/cli/backup-format.ts'
import { readTar } from '#server/cli/tar.ts'
import type { DataLocation } from '#server/cli/terminal-types.ts'
import { type BaseContext, CliError, type Outcome, type Verb } from '#server/cli/verb.ts'
import { imageKey } from '#server/images/store.ts'
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

async function restore(context: BaseContext): Promise<Outcome> {
  const path = context.args[0] ?? ''
  const location = context.location()
  if (location === null)
    throw new CliError('DATABASE_URL: restore a PostgreSQL database with its own tools (pg_restore)')
  const exists = existsSync(location.databaseFile)
  const file = await open(path, 'r').catch(() => {
    throw new CliError(`${path}: cannot read the file`)
  })
  try {
    const manifest = await verifyBackup(file, context)
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
    const kept = context.dryRun ? null : await unpack(file, location, exists, context)
    return {
      lines: [
        `The backup from ${bangkokTime(manifest.at)} (Bangkok time) is complete: the database and ${data.photos} photos.`,
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
 * Reads the whole backup and returns its manifest. Throws if a file is missing, is unexpected, or does not
 * have the hash in the manifest.
 */
async function verifyBackup(file: FileHandle, context: BaseContext): Promise<Manifest> {
  const found = new Map<string, string>()
  let manifest: Manifest | null = null
  const bar = context.progress('Checking', null)
  for await (const part of readTar(file)) {
    const hash = createHash('sha256')
    const pieces: Uint8Array[] = []
    for await (const piece of part.pieces()) {
      hash.update(piece)
      if (part.name === MANIFEST) pieces.push(piece)
    }
    if (part.name === MANIFEST) manifest = parseManifest(Buffer.concat(pieces).toString('utf8'))
    else found.set(part.name, hash.digest('hex'))
    bar.step(1)
  }
  bar.end()
  if (!manifest) throw new CliError('The backup is incomplete: its manifest is missing.')
  const wrong = manifest.files.filter(one => found.get(one.name) !== one.sha256)
  const odd = [...found.keys()].filter(name => name !== DATABASE && photoNamed(name) === null)
  if (wrong.length > 0 || odd.length > 0 || found.size !== manifest.files.length || !found.has(DATABASE)) {
    const what = [...wrong.map(one => one.name), ...odd].slice(0, 5).join(', ')
    throw new CliError(`The backup is damaged${what === '' ? '' : `: ${what}`}`)
  }
  return manifest
}

function parseManifest(json: string): Manifest {
  try {
    return v.parse(manifestSchema, JSON.parse(json))
  } catch {
    throw new CliError('The backup is damaged: its manifest is not valid')
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
async function unpack(
  file: FileHandle,
  location: DataLocation,
  exists: boolean,
  context: BaseContext,
): Promise<string | null> {
  const { databaseFile, objects } = location
  await mkdir(dirname(databaseFile), { recursive: true, mode: 0o700 })
  const unfinished = `${databaseFile}.restoring`
  const bar = context.progress('Restoring', null)
  for await (const part of readTar(file)) {
    if (part.name === DATABASE) {
      await pipeline(
        Readable.from(part.pieces()),
        createWriteStream(unfinished, { mode: 0o600, flush: true }),
      )
    }
    const photo = photoNamed(part.name)
    if (photo) {
      const pieces: Uint8Array[] = []
      for await (const piece of part.pieces()) pieces.push(piece)
      await objects.put(imageKey(photo), Buffer.concat(pieces), 'application/octet-stream')
    }
    bar.step(1)
  }
  bar.end()
  deleteUnfinishedUploads(unfinished)
  const kept = exists ? `${databaseFile}.before-${isoOf(context.now).replaceAll(':', '-')}` : null
  if (kept) await rename(databaseFile, kept)
  // Delete the old database's write-ahead log, because SQLite would replay it into the new database.
  for (const rest of ['-wal', '-shm']) await rm(`${databaseFile}${rest}`, { force: true })
  await rename(unfinished, databaseFile)
  return kept
}

/** Deletes the rows of unfinished uploads: a backup does not contain their pieces, so phones send them again. */
function deleteUnfinishedUploads(databaseFile: string): void {
  const database = new Database(databaseFile)
  database.exec('delete from upload')
  database.close()
}
