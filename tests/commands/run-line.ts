import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { constants } from 'node:os'
import { freePort } from '#tests/kit/campaign.ts'

/** Variables of the test run that would change a command's behaviour. */
const OWN =
  /^(VITEST|NODE_ENV$|NODE_OPTIONS$|TEST_CIRCLE$|FORCE_COLOR$|npm_|PORT$|DESK_PORT$|DATA_DIR$|DATABASE_URL$)/

export type Ran = { readonly code: number; readonly output: string; readonly errors: string }

type Options = {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Called once. After it resolves, the command gets Ctrl-C. */
  readonly until?: (env: Readonly<Record<string, string>>, ended: Promise<unknown>) => Promise<void>
}

/** Runs a line as a shell in a terminal does: Ctrl-C reaches every program that the line has started. */
export async function runLine(line: string, { cwd, env = {}, until }: Options): Promise<Ran> {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    variables[name] = value === 'free' ? String(await freePort()) : value
  const outside = Object.entries(process.env).filter(([name]) => !OWN.test(name))
  const child = spawn('sh', ['-c', `exec ${line}`], {
    cwd,
    detached: true,
    env: { ...Object.fromEntries(outside), NO_COLOR: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  // Computes the exit code as shells do, because npm ends itself with the signal that ended its program.
  const ended = new Promise<number>(resolve => {
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  try {
    if (until) {
      await until(variables, ended)
      send('SIGINT')
    }
    const code = await ended
    return { code, output, errors }
  } finally {
    send('SIGKILL')
  }
}

/** Calls `run` with a port on which another program is listening. */
export async function withBusyPort<T>(run: (port: number) => Promise<T>): Promise<T> {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, () => resolve()))
  const address = other.address()
  try {
    return await run(typeof address === 'object' && address ? address.port : 0)
  } finally {
    other.close()
  }
}
