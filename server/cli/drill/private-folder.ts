import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '#server/cli/verb.ts'

const PREFIX = 'campaign-drill-'
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** Folders in use by this process. */
const own = new Set<string>()
/** Disk space left free for other programs. */
const LEFT_FREE_BYTES = 64_000_000

/**
 * Calls `use` with a temporary folder that only its owner can read, and always deletes the folder afterwards. A stop
 * signal aborts `stop` with a CliError, which `use` should then throw. Also deletes the folders of killed processes.
 * Throws CliError if the disk has less than `bytes` free.
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
      `${folder}: has not enough space for the backup (${bytes} bytes); set TMPDIR to a folder on a larger disk`,
    )
}

/** Abandoned folders contain personal data. */
async function deleteAbandoned(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const pid = Number(/^campaign-drill-(\d+)-/.exec(name)?.[1])
    const folder = join(temporary, name)
    // In a container, every command can have the same process id.
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
