import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ran } from './cli.ts'

export const cliMain = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url))

/** Runs one command in its own process, as an organiser does. `main` is the command line of another folder. */
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
