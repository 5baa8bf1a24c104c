import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/**
 * The emulator's clock: either frozen at a point in time or offset from the machine's clock. Both values are in
 * milliseconds.
 */
export type SetClock = { readonly frozenAt: number | null; readonly offsetMs: number }

const schema = v.object({ frozenAt: v.nullable(v.number()), offsetMs: v.number() })
const fileIn = (dataDir: string): string => join(dataDir, 'clock.json')

/** Writes the server's clock to a file so that the command line uses the same time. */
export async function writeClock(dataDir: string, clock: SetClock): Promise<void> {
  const file = fileIn(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(clock), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

export const removeClockFile = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })

/**
 * Returns the emulator's clock if the data folder has a clock file, otherwise the machine's clock. Clocks return
 * milliseconds since 1970.
 */
export async function readClock(dataDir: string): Promise<() => number> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  if (text === null) return () => Date.now()
  const { frozenAt, offsetMs } = v.parse(schema, JSON.parse(text))
  return () => frozenAt ?? Date.now() + offsetMs
}
