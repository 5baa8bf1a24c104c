import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Ran } from './cli.ts'

export const cliMain = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url))

/**
 * Runs one command in its own process, as an organiser does. `main` is the main file of the command line, which can be
 * in another folder.
 */
export function runCommand(
  argv: readonly string[],
  env: Record<string, string> = {},
  main = cliMain,
): Promise<Ran> {
  const options = { env: { ...process.env, ...env } }
  return new Promise(resolve => {
    execFile(process.execPath, ['--import', 'tsx', main, ...argv], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })
}

const loop = fileURLToPath(new URL('command-loop.ts', import.meta.url))

export type CommandProcess = Awaited<ReturnType<typeof commandProcess>>

/**
 * Starts one process that runs all commands in sequence, because starting a process for each command takes a second.
 */
export async function commandProcess(env: Record<string, string> = {}, main = cliMain) {
  const child = fork(loop, [main], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the commands ended with ${code}`)
  })
  // If no command is waiting, the process ended because of `close`, so the rejection is ignored.
  ended.catch(() => {})
  const next = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), ended]))[0]
  await next()
  return {
    /** Runs one command. The caller must await it before the next one. Rejects if the process ends. */
    async run(argv: readonly string[]): Promise<Ran> {
      const ran = next()
      child.send(argv)
      return (await ran) as Ran
    },
    close: () => void child.kill(),
  }
}
