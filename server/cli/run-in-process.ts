import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { MINUTE_MS } from '#contract/time.ts'
import { readSettings, type Settings } from '#server/config.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import { diskObjects } from '#server/images/disk.ts'
import { openStore } from '#server/open-store.ts'
import { systemRandom } from '#server/random.ts'
import { readClock } from '#server/store/clock-file.ts'
import { databaseFile, objectsDir } from '#server/store/data-dir.ts'
import { migrate } from '#server/store/migrate.ts'
import { painter } from './paint.ts'
import { type OpenCampaign, runCli } from './run.ts'
import { processTerminal, terminalProgress } from './terminal.ts'
import type { DataLocation } from './terminal-types.ts'
import { CliError } from './verb.ts'

/** How long a command waits for other writes on SQLite. */
const WAIT_MS = MINUTE_MS

const read = readSettings(process.env, 'emulator')

/** Reads the settings lazily so that help works even if they are invalid. */
function settings(): Settings {
  if (!read.ok) throw new CliError(read.errors.join('\n'))
  return read.settings
}

/**
 * Opens the server's database and photos, and migrates the database. Throws CliError if the SQLite database does not
 * exist and `create` is false.
 */
async function openCampaign(create: boolean): Promise<OpenCampaign> {
  const { dataDir, databaseUrl } = settings()
  const embedded = databaseUrl === null
  if (!create && embedded && !existsSync(databaseFile(dataDir))) {
    throw new CliError(
      `DATA_DIR: "${dataDir}" does not contain a campaign; run "npm run campaign -- init" first`,
    )
  }
  const store = await openStore(settings(), { waitMs: WAIT_MS }).catch((error: Error) => {
    throw new CliError(`DATA_DIR: ${error.message}`)
  })
  const close = () => store.db.destroy()
  try {
    await migrate(store.db, Date.now())
  } catch (error) {
    await close()
    const { message, code } = error as NodeJS.ErrnoException
    throw new CliError(`${embedded ? 'DATA_DIR' : 'DATABASE_URL'}: ${message || code}`)
  }
  return { ...store, close }
}

function dataLocation(): DataLocation | null {
  const { dataDir, databaseUrl } = settings()
  if (databaseUrl !== null) return null
  return { databaseFile: databaseFile(dataDir), objects: diskObjects(objectsDir(dataDir)) }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // `userInfo` throws if the user id has no name, as in some containers.
    return 'unknown'
  }
}

/** Runs one command with this process's settings, data and terminal. Returns the exit code. */
export async function runInProcess(
  argv: readonly string[],
  advertised: readonly AdvertisedPrize[],
): Promise<number> {
  ignoreClosedPipe()
  return runCli(argv, {
    open: openCampaign,
    // Use the server's clock. If the settings are invalid, use the machine's clock; the verb then reports the invalid
    // settings.
    now: read.ok ? await readClock(read.settings.dataDir) : () => Date.now(),
    random: systemRandom(),
    advertised,
    actor: userName(),
    location: dataLocation,
    auditHeadFile: () => settings().auditHeadFile,
    progress: terminalProgress(process.stderr),
    terminal: processTerminal(process.stdin, process.stderr),
    paintOut: painter(process.stdout),
    paintErr: painter(process.stderr),
    out: line => console.log(line),
    err: line => console.error(line),
  })
}

/** Ignores EPIPE on standard output, because a reader such as `head` may close the pipe early. */
function ignoreClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
