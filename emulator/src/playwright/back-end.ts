import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { closeServer, isListening, listen } from '../listen.ts'

/** Server of the app, of a bot or of both. The fixture starts a new one for each test. */
export type BackEnd = {
  /** Command that starts the server, such as `node server.js`. It must listen on the port in `PORT`. */
  readonly command: string
  /** Path for LINE's webhooks, such as `/webhook`. Default: LINE sends no webhooks. */
  readonly webhook?: string
}

/** How long the server may take to start listening. */
const START_TIMEOUT_MS = 30_000
const RETRY_MS = 50
const STOP_TIMEOUT_MS = 5_000

export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, 0)
  await closeServer(server)
  return port
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  const kill = (signal: NodeJS.Signals) => {
    try {
      // Kill the shell's process group, which includes the server.
      if (process.platform === 'win32' || child.pid === undefined) child.kill(signal)
      else process.kill(-child.pid, signal)
    } catch {
      // The process has already exited.
    }
  }
  kill('SIGTERM')
  const late = new AbortController()
  const timeout = setTimeout(STOP_TIMEOUT_MS, 'late', { signal: late.signal }).catch(() => 'ended')
  if ((await Promise.race([exited, timeout])) === 'late') kill('SIGKILL')
  late.abort()
  await exited
}

type Start = {
  readonly backEnd: BackEnd
  readonly port: number
  readonly env: Readonly<Record<string, string>>
}

/** Starts a back end like `liff-emulator exec`. Resolves once it listens, or rejects with its output. */
export async function startBackEnd({ backEnd, port, env }: Start): Promise<() => Promise<void>> {
  const child = spawn(backEnd.command, {
    shell: true,
    detached: process.platform !== 'win32',
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000)
    })
  let ended = false
  const exited = new Promise<void>(resolve => {
    child.once('close', () => {
      ended = true
      resolve()
    })
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isListening(port, 'localhost'))) {
    if (!ended && Date.now() < deadline) {
      await setTimeout(RETRY_MS)
      continue
    }
    await stop(child, exited)
    const problem = ended ? 'ended' : `did not listen within ${START_TIMEOUT_MS / 1000} s`
    throw new Error(`backEnd: "${backEnd.command}" ${problem}. It must listen on PORT (${port}).\n${output}`)
  }
  return () => stop(child, exited)
}
