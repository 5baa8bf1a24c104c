import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/** The emulator's clock: frozen at a time or offset from the machine's, in milliseconds. */
export type SetClock = { readonly frozenAt: number | null; readonly offsetMs: number }

const schema = v.object({ frozenAt: v.nullable(v.number()), offsetMs: v.number() })
const fileIn = (dataDir: string): string => join(dataDir, 'clock.json')

export async function writeClock(dataDir: string, clock: SetClock): Promise<void> {
  const file = fileIn(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(clock), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

export const removeClockFile = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })

/** Returns the emulator's clock if the folder has a clock file, otherwise the machine's. */
export async function readClock(dataDir: string): Promise<() => number> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  if (text === null) return () => Date.now()
  const { frozenAt, offsetMs } = v.parse(schema, JSON.parse(text))
  return () => frozenAt ?? Date.now() + offsetMs
}
