import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The product API on a port of its own choice, as one of several processes on one database. */
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
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>
}

/** Starts the server in a process of its own; `env` are its settings. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const { PATH = '' } = process.env
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { cwd: root, env: { PATH, LOG_LEVEL: 'error', ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  if (!child.stdout) throw new Error('The process has no output.')
  const [port] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [unknown]
  if (!/^\d+$/.test(String(port))) throw new Error('The server did not start.')
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
