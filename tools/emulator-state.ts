import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SnapshotStorage } from '#emulator/index.ts'
import { fileStorage } from '#emulator/node.ts'
import { readClock, writeClock } from '#server/store/clock-file.ts'

const SNAPSHOT = 'emulator.json'

/**
 * Returns the clock stored with data that the emulator has never opened (for example, copied from a rehearsal), or null
 * for other data.
 */
export async function clockOfNewData(dataDir: string): Promise<(() => number) | null> {
  const isNew = !existsSync(join(dataDir, SNAPSHOT)) && existsSync(join(dataDir, 'clock.json'))
  return isNew ? readClock(dataDir) : null
}

/**
 * Stores the emulator's snapshot. Also writes its clock to a file, so that the organiser's command line uses the same
 * time.
 */
export function storageIn(dataDir: string): SnapshotStorage {
  const storage = fileStorage(join(dataDir, SNAPSHOT))
  return {
    load: () => storage.load(),
    async save(text) {
      await storage.save(text)
      const { world } = JSON.parse(text) as {
        world: { scenario: { clock: { frozenAt: number | null; advanceMs: number } } }
      }
      const { frozenAt, advanceMs } = world.scenario.clock
      await writeClock(dataDir, { frozenAt, offsetMs: advanceMs })
    },
  }
}
