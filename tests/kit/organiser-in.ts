import { readSettings } from '#server/config.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import { openStore } from '#server/open-store.ts'
import { readClock } from '#server/store/clock-file.ts'
import { runWith } from './cli.ts'

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
  const { code, out, err } = await runWith(words, {
    async open() {
      const store = await openStore(read.settings)
      return { ...store, close: () => store.db.destroy() }
    },
    now: await readClock(dataDir),
    advertised,
  })
  if (code !== 0) throw new Error(`campaign ${words.join(' ')}: exit code ${code}\n${err.join('\n')}`)
  return out.join('\n')
}
