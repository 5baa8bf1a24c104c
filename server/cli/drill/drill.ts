import type { FileHandle } from 'node:fs/promises'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import type { Manifest } from '#server/cli/backup-format.ts'
import { type Check, type Finding, fail, ok } from '#server/cli/checks.ts'
import { openBackup, unpackBackup, type Verified, verifyBackup } from '#server/cli/read-backup.ts'
import type { DataLocation, Progress } from '#server/cli/terminal-types.ts'
import { type BaseContext, CliError } from '#server/cli/verb.ts'
import { diskObjects } from '#server/images/disk.ts'
import { databaseFile, objectsDir } from '#server/store/data-dir.ts'
import { checkAgainstLive } from './check-against-live.ts'
import { checkCopy, databaseCheck } from './check-copy.ts'
import { withPrivateFolder } from './private-folder.ts'

/** If a backup's time is further in the future than this, the clock was wrong when it was made. */
const AHEAD_MS = 5 * MINUTE_MS

type Options = Pick<BaseContext, 'now' | 'progress'> & {
  /** Maximum age of the backup in hours; null for any age. */
  readonly maxAgeHours: number | null
  /** The running campaign's SQLite database; null if it is in PostgreSQL. */
  readonly liveFile: string | null
}
/** `madeAt`, in milliseconds since 1970, is null if the backup has no readable manifest. */
export type Drilled = {
  readonly madeAt: number | null
  readonly checks: readonly Check[]
  readonly isOld: boolean
}

/**
 * Restores a backup into a temporary folder and checks it. Only reads from the running campaign. If a check fails,
 * skips the checks that depend on it.
 */
export async function drillBackup(path: string, options: Options): Promise<Drilled> {
  const file = await openBackup(path)
  try {
    const verified = await verifyBackup(file, options.progress).catch(asFinding)
    if ('level' in verified) return { madeAt: null, checks: [{ name: 'file', ...verified }], isOld: false }
    const { manifest } = verified
    const age = ageCheck(manifest, options)
    const checks = [
      { name: 'file', ...fileCheck(path, verified) },
      { name: 'age', ...age.finding },
      ...(await restoredChecks(file, manifest, options)),
    ]
    return { madeAt: manifest.at, checks, isOld: age.isOld }
  } finally {
    await file.close()
  }
}

function fileCheck(path: string, { manifest, defects }: Verified): Finding {
  if (defects.length > 0)
    return fail(
      `${path}: the files in it are intact, but these bytes around them have changed: ${defects.slice(0, 5).join(', ')}. The disk may be failing.`,
    )
  return ok(`${path}: every byte is unchanged; the database and ${manifest.files.length - 1} photos`)
}

function ageCheck({ at }: Manifest, { now, maxAgeHours }: Options): { finding: Finding; isOld: boolean } {
  const hours = Math.floor((now - at) / HOUR_MS)
  const made = `made at ${bangkokTime(at)} (Bangkok time)`
  if (at > now + AHEAD_MS) return { finding: fail(`${made}, in the future: check the clock`), isOld: false }
  if (maxAgeHours !== null && now - at > maxAgeHours * HOUR_MS)
    return {
      finding: fail(`${made}, ${hours} hours ago; at most ${maxAgeHours} are allowed: check the backup job`),
      isOld: true,
    }
  return { finding: ok(`${made}, ${Math.max(0, hours)} hours ago`), isOld: false }
}

function restoredChecks(file: FileHandle, manifest: Manifest, options: Options): Promise<Check[]> {
  const bytes = manifest.files.reduce((sum, one) => sum + one.bytes, 0)
  return withPrivateFolder(bytes, async (folder, stop) => {
    const copy = { databaseFile: databaseFile(folder), objects: diskObjects(objectsDir(folder)) }
    const progress = stoppable(options.progress, stop)
    try {
      await unpackBackup(file, copy, progress)
      stop.throwIfAborted()
      const database = { name: 'database', ...databaseCheck(copy.databaseFile, manifest) }
      stop.throwIfAborted()
      if (database.level === 'fail') return [database]
      return [database, ...(await checkContents(copy, manifest, { ...options, progress }))]
    } catch (error) {
      stop.throwIfAborted()
      return [{ name: 'database', ...asFinding(error) }]
    }
  })
}

async function checkContents(
  copy: DataLocation,
  manifest: Manifest,
  { now, progress, liveFile }: Options,
): Promise<Check[]> {
  const bar = progress('Checking the copy', null)
  const { checks, photos, missing } = await checkCopy(copy, now, bar.step)
  bar.end()
  const live = checkAgainstLive(liveFile, { file: copy.databaseFile, at: manifest.at, missing })
  return [
    ...checks,
    { name: 'photos', ...photoCheck(photos, live.missing ?? missing.length, missing.length) },
    { name: 'running campaign', ...live.finding },
  ]
}

/**
 * A photo that was deleted during the backup has a row but no file. `lost`: the number of missing photos that were not
 * deleted.
 */
function photoCheck(photos: number, lost: number, missing: number): Finding {
  if (lost > 0) return fail(`${lost} of ${photos} are missing from the backup`)
  const deleted = missing > 0 ? `, except ${missing} that were being deleted` : ''
  return ok(`the backup contains all ${photos}${deleted}`)
}

/** Makes the next step of a progress bar throw the reason of `stop`, so that a long operation can be aborted. */
const stoppable =
  (progress: Progress, stop: AbortSignal): Progress =>
  (label, total) => {
    const bar = progress(label, total)
    return {
      step(count) {
        stop.throwIfAborted()
        bar.step(count)
      },
      end: bar.end,
    }
  }

/** Converts an error about the backup to a failed check, and rethrows all other errors. */
function asFinding(error: unknown): Finding {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (error instanceof CliError || /^SQLITE_/.test(String(code))) return fail(String(message))
  throw error
}
