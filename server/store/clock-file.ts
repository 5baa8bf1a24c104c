import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/** A clock that is not the machine's: standing still, or ahead of it (behind, where negative). In milliseconds. */
export type SetClock = { readonly frozenAt: number | null; readonly offsetMs: number }

const schema = v.object({ frozenAt: v.nullable(v.number()), offsetMs: v.number() })
const fileIn = (dataDir: string): string => join(dataDir, 'clock.json')

/** Leaves the server's clock where the organiser's command line finds it: both must see the same campaign. */
export async function writeClock(dataDir: string, clock: SetClock): Promise<void> {
  const file = fileIn(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(clock), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** In production the machine's clock is the server's. */
export const removeClockFile = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })

/** The time that the server on this data sees, milliseconds since 1970. */
export async function readClock(dataDir: string): Promise<() => number> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  if (text === null) return () => Date.now()
  const { frozenAt, offsetMs } = v.parse(schema, JSON.parse(text))
  return () => frozenAt ?? Date.now() + offsetMs
}
