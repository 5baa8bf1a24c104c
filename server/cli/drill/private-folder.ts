import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '#server/cli/verb.ts'

/** Prefix of the folder's name. The id of its process follows. */
const PREFIX = 'campaign-drill-'
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** The temporary folders that this process is using. */
const own = new Set<string>()
/** Free space that a drill leaves to other programs, in bytes. */
const LEFT_FREE_BYTES = 64_000_000

/**
 * Calls `use` with a temporary folder that only its owner can read, and deletes the folder afterwards, also after an error.
 * A stop signal aborts `stop`, whose reason is a CliError; `use` should then throw it. Also deletes the folders of processes
 * that were killed. Throws CliError if the disk has too little room for `bytes`.
 */
export async function withPrivateFolder<T>(
  bytes: number,
  use: (folder: string, stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const temporary = tmpdir()
  await deleteAbandoned(temporary)
  await requireSpace(temporary, bytes)
  const stopping = new AbortController()
  const stop = (signal: string) =>
    stopping.abort(new CliError(`Stopped by ${signal}; the temporary copy was deleted.`))
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    const folder = await mkdtemp(join(temporary, `${PREFIX}${process.pid}-`))
    own.add(folder)
    try {
      return await use(folder, stopping.signal)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      own.delete(folder)
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + LEFT_FREE_BYTES)
    throw new CliError(
      `${folder}: has no room for the backup (${bytes} bytes); set TMPDIR to a folder on a larger disk`,
    )
}

/** Deletes the folders of processes that no longer run: they contain personal data. */
async function deleteAbandoned(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const pid = Number(/^campaign-drill-(\d+)-/.exec(name)?.[1])
    const folder = join(temporary, name)
    // A container gives each of its commands the same process id.
    if (pid > 0 && !own.has(folder) && (pid === process.pid || !isRunning(pid)))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
