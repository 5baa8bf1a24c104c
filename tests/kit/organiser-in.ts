import { runCli } from '#server/cli/run.ts'
import { readSettings } from '#server/config.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import { openStore } from '#server/open-store.ts'
import { systemRandom } from '#server/random.ts'
import { readClock } from '#server/store/clock-file.ts'

/**
 * Runs one command of the organiser's command line on the data of a running server, in this process: starting the program
 * takes longer than any command. `tests/contract/cli-process.test.ts` tests the program itself. Returns what the
 * command prints; rejects with its error if it fails.
 */
export async function organiserIn(
  dataDir: string,
  words: readonly string[],
  advertised: readonly AdvertisedPrize[],
): Promise<string> {
  const read = readSettings({ DATA_DIR: dataDir }, 'emulator')
  if (!read.ok) throw new Error(read.errors.join('\n'))
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(words, {
    async open() {
      const store = await openStore(read.settings)
      return { ...store, close: () => store.db.destroy() }
    },
    now: await readClock(dataDir),
    random: systemRandom(),
    actor: 'tester',
    location: () => null,
    auditHeadFile: () => null,
    advertised,
    progress: () => ({ step: () => undefined, end: () => undefined }),
    terminal: null,
    out: line => void out.push(line),
    err: line => void err.push(line),
  })
  if (code !== 0) throw new Error(`campaign ${words.join(' ')}: exit code ${code}\n${err.join('\n')}`)
  return out.join('\n')
}
