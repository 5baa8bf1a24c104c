import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Program that runs the campaign's API on a free port and prints the port. Several such processes can share a database.
 */
const script = `
  import { readSettings } from '#server/config.ts'
  import { createServer } from '#server/server.ts'
  import { openServer } from '#server/start.ts'
  const { settings } = readSettings(process.env, 'emulator')
  const server = await openServer(settings)
  const { port } = await createServer(server.fetch, { port: 0, host: '127.0.0.1' })
  console.log(port)`

export type ServerProcess = {
  readonly origin: string
  readonly pid: number
  /** Kills the process with SIGKILL and waits until it has ended. */
  readonly kill: () => Promise<void>
}

/**
 * Starts the server in its own process. `program` is a file to run instead of the default program; it must start a
 * server and print its port.
 */
export async function startServerProcess(
  env: Record<string, string>,
  program?: string,
): Promise<ServerProcess> {
  const { PATH = '' } = process.env
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', ...(program === undefined ? ['--input-type=module', '-e', script] : [program])],
    { cwd: root, env: { PATH, LOG_LEVEL: 'error', ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  if (!child.stdout) throw new Error('The process has no output.')
  const [port] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [unknown]
  if (!/^\d+$/.test(String(port))) throw new Error('The server did not start.')
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Returns the resident memory of a process in megabytes. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  const kilobytes = status
    ? /VmRSS:\s+(\d+)/.exec(status)?.[1]
    : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return Number(kilobytes) / 1024
}
