import { readSettings } from '#server/config.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import { openStore } from '#server/open-store.ts'
import { readClock } from '#server/store/clock-file.ts'
import { runWith } from './cli.ts'

/**
 * Runs a `campaign` command on a running server's data and returns its output. Throws if the command fails. Runs it in
 * this process, which is faster than starting a new one.
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
