import { type StdioOptions, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Terminal } from './terminal.ts'

function codeOf(status: number | null, signal: NodeJS.Signals | null): number {
  return status ?? 128 + (signal === null ? 0 : constants.signals[signal])
}

/** Runs a command and resolves to its exit code, or to 127 if it cannot be started. Ctrl-C sends it SIGTERM. */
export function runChildProcess(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { printError, stopped }: Terminal,
  stdio: StdioOptions = 'inherit',
): Promise<number> {
  return new Promise(resolve => {
    const child = spawn(program, args, { stdio, env: { ...process.env, ...env } })
    void stopped.then(() => child.kill('SIGTERM'))
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = { ENOENT: 'was not found', EACCES: 'is not executable' }[code ?? '']
      printError(`exec: ${reason ? `${program} ${reason}. Check the command after --` : message}`)
      resolve(127)
    })
    child.once('exit', (status, signal) => resolve(codeOf(status, signal)))
  })
}
