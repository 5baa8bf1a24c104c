import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'

/**
 * Runs the parent process's commands in sequence, and sends back their output and exit codes. The argument is the path
 * of the command line's `main.ts`.
 */
const [, , main = ''] = process.argv
const load = (path: string) => import(pathToFileURL(resolve(main, path)).href)
const { runInProcess } = (await load('../run-in-process.ts')) as {
  runInProcess(argv: readonly string[], advertised: readonly AdvertisedPrize[]): Promise<number>
}
const { prizes } = (await load('../../../campaign/prizes.ts')) as { prizes: readonly AdvertisedPrize[] }

// Each command adds a listener to this stream, because it expects to be the only command in its process.
process.stdout.setMaxListeners(0)

const printed = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = chunk => {
    printed[name] += chunk
    return true
  }

process.on('message', async (argv: readonly string[]) => {
  Object.assign(printed, { stdout: '', stderr: '' })
  const code = await runInProcess(argv, prizes)
  process.send?.({ code, out: printed.stdout, err: printed.stderr })
})
process.send?.('ready')
