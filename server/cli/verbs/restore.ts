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
import { CliError, type Offline, type Outcome, type Verb } from '#server/cli/verb.ts'
import { imageKey } from '#server/images/store.ts'
import { Database } from '#server/store/sqlite.ts'

/** Putting back what `backup` has kept. */
export const restoreVerbs: readonly Verb[] = [
  {
    name: 'restore',
    usage: 'FILE.tar [--force]',
    summary: 'Put a backup in its place.',
    help: [
      'Every file is compared with its hash before anything is touched; with --dry-run that is all, beside a server',
      'that runs too. Where there is a campaign already, nothing is done without --force; with it, the database that',
      'was there is kept beside the new one, named after the moment. The server must be stopped. Photos that',
      'were sent half go back to their beginning.',
      '',
      'Example: restore campaign-2026-12-01.tar --dry-run',
    ],
    options: { force: { type: 'boolean' } },
    args: { min: 1, max: 1 },
    dryRun: true,
    mode: 'place',
    run: restore,
  },
]

async function restore(context: Offline): Promise<Outcome> {
  const path = context.args[0] ?? ''
  const place = context.place()
  const there = existsSync(place.databaseFile)
  const file = await open(path, 'r').catch(() => {
    throw new CliError(`${path}: cannot be read`)
  })
  try {
    const manifest = await checked(file, context)
    const bytes = manifest.files.reduce((sum, one) => sum + one.bytes, 0)
    const data = {
      file: path,
      madeAt: isoOf(manifest.at),
      photos: manifest.files.length - 1,
      bytes,
    }
    const taken = `There is a campaign already (${place.databaseFile}); --force takes its place.`
    const refused = there && context.options.force !== true
    if (refused && !context.dryRun) throw new CliError(taken)
    if (there && !context.dryRun) requireStopped(place.databaseFile)
    const kept = context.dryRun ? null : await unpack(file, place, there, context)
    return {
      lines: [
        `The backup of ${bangkokTime(manifest.at)} (Bangkok) is whole: the database and ${data.photos} photos.`,
        ...(refused ? [taken] : []),
        ...(kept === null ? [] : [`What was there is kept: ${kept}`]),
        ...(context.dryRun ? [] : ['It is in its place. Look at it with `doctor`, then start the server.']),
      ],
      data: { ...data, kept },
      detail: { ...data, kept },
    }
  } finally {
    await file.close()
  }
}

/** Reads all of it once: the list at the end, and whether everything in it is there and has its hash. */
async function checked(file: FileHandle, context: Offline): Promise<Manifest> {
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
    if (part.name === MANIFEST) manifest = parsed(Buffer.concat(pieces).toString('utf8'))
    else found.set(part.name, hash.digest('hex'))
    bar.step(1)
  }
  bar.end()
  if (!manifest) throw new CliError('The backup breaks off: its list is missing.')
  const wrong = manifest.files.filter(one => found.get(one.name) !== one.sha256)
  const odd = [...found.keys()].filter(name => name !== DATABASE && photoNamed(name) === null)
  if (wrong.length > 0 || odd.length > 0 || found.size !== manifest.files.length || !found.has(DATABASE)) {
    const what = [...wrong.map(one => one.name), ...odd].slice(0, 5).join(', ')
    throw new CliError(`The backup is damaged${what === '' ? '' : `: ${what}`}`)
  }
  return manifest
}

function parsed(json: string): Manifest {
  try {
    return v.parse(manifestSchema, JSON.parse(json))
  } catch {
    throw new CliError('The backup is damaged: its list cannot be read')
  }
}

/** Leaving the write-ahead log needs the database alone: with a server on it, it is refused. */
function requireStopped(databaseFile: string): void {
  const database = new Database(databaseFile)
  try {
    database.pragma('busy_timeout = 500')
    database.pragma('journal_mode = DELETE')
  } catch (error) {
    if (!/^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))) return
    throw new CliError('The server, or another command, is using the database: stop it first.')
  } finally {
    database.close()
  }
}

/** The photos first, then the database in one rename: until then what was there is untouched. */
async function unpack(
  file: FileHandle,
  place: DataLocation,
  there: boolean,
  context: Offline,
): Promise<string | null> {
  const { databaseFile, objects } = place
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
  const kept = there ? `${databaseFile}.before-${isoOf(context.now).replaceAll(':', '-')}` : null
  if (kept) await rename(databaseFile, kept)
  // A log that belongs to another database would be played into this one.
  for (const rest of ['-wal', '-shm']) await rm(`${databaseFile}${rest}`, { force: true })
  await rename(unfinished, databaseFile)
  return kept
}

/** Pieces of unfinished uploads are not in a backup: phones send those photos again. */
function deleteUnfinishedUploads(databaseFile: string): void {
  const database = new Database(databaseFile)
  database.exec('delete from upload')
  database.close()
}
