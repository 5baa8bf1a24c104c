import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { imageKey } from '#server/images/store.ts'
import { endEpoch } from '#server/store/epoch.ts'
import { Database } from '#server/store/sqlite.ts'
import { DATABASE, isIntact, MANIFEST, type Manifest, manifestSchema, photoNamed } from './backup-format.ts'
import { readTar, type Unpacking } from './tar.ts'
import type { DataLocation, Progress } from './terminal-types.ts'
import { CliError } from './verb.ts'

export const openBackup = (path: string): Promise<FileHandle> =>
  open(path, 'r').catch(() => {
    throw new CliError(`${path}: cannot read the file`)
  })

/**
 * The manifest of a backup whose files are all intact. `defects` lists changed bytes between the files: the backup can
 * be restored, but the disk may be failing.
 */
export type Verified = { readonly manifest: Manifest; readonly defects: readonly string[] }

/**
 * Reads the whole backup. Throws CliError if a file is missing, unexpected or different from its hash in the manifest.
 */
export async function verifyBackup(file: FileHandle, progress: Progress): Promise<Verified> {
  const found = new Map<string, { bytes: number; sha256: string }>()
  const defects: string[] = []
  let list: Buffer | null = null
  const bar = progress('Checking', null)
  for await (const part of readTar(file, what => defects.push(what))) {
    if (part.name === MANIFEST) list = await wholeOf(part)
    else found.set(part.name, { bytes: part.bytes, sha256: await hashOf(part) })
    bar.step(1)
  }
  bar.end()
  if (!list) throw new CliError('The backup is incomplete: its manifest is missing.')
  const manifest = parseManifest(list)
  if (!isIntact(manifest, list)) defects.push('the manifest')
  const wrong = manifest.files.filter(one => found.get(one.name)?.sha256 !== one.sha256)
  const odd = [...found.keys()].filter(name => name !== DATABASE && photoNamed(name) === null)
  if (wrong.length > 0 || odd.length > 0 || found.size !== manifest.files.length || !found.has(DATABASE)) {
    const what = [...wrong.map(one => one.name), ...odd].slice(0, 5).join(', ')
    throw new CliError(`The backup is damaged${what === '' ? '' : `: ${what}`}`)
  }
  for (const { name, bytes } of manifest.files)
    if (found.get(name)?.bytes !== bytes) defects.push(`the size of ${name} in the manifest`)
  return { manifest, defects }
}

async function hashOf(part: Unpacking): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of part.pieces()) hash.update(piece)
  return hash.digest('hex')
}

async function wholeOf(part: Unpacking): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of part.pieces()) pieces.push(piece)
  return Buffer.concat(pieces)
}

function parseManifest(bytes: Buffer): Manifest {
  try {
    return v.parse(manifestSchema, JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new CliError('The backup is damaged: its manifest is not valid')
  }
}

/**
 * Writes the photos and the database of a verified backup. Deletes the rows of unfinished uploads, because backups do
 * not contain the uploaded parts.
 */
export async function unpackBackup(
  file: FileHandle,
  { databaseFile, objects }: DataLocation,
  progress: Progress,
): Promise<void> {
  const bar = progress('Restoring', null)
  for await (const part of readTar(file)) {
    if (part.name === DATABASE) {
      await pipeline(
        Readable.from(part.pieces()),
        createWriteStream(databaseFile, { mode: 0o600, flush: true }),
      )
    }
    const photo = photoNamed(part.name)
    if (photo) await objects.put(imageKey(photo), await wholeOf(part), 'application/octet-stream')
    bar.step(1)
  }
  bar.end()
  const database = new Database(databaseFile)
  database.exec('delete from upload')
  database.close()
  // The backup of an older release may contain the running campaign's epoch.
  endEpoch(databaseFile)
}
