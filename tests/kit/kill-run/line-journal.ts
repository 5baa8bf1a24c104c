import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { LiffEmulator } from '#emulator/index.ts'

/** A change to the emulated LINE's state, and its time in milliseconds since 1970. */
type Entry =
  | {
      readonly kind: 'request'
      readonly at: number
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | { readonly kind: 'block'; readonly at: number; readonly userIds: readonly string[] }

/**
 * Opens the journal of the changes since LINE last saved its state: accepted requests and blocks. Each entry survives
 * `kill -9`.
 */
export function openJournal(file: string) {
  const descriptor = openSync(file, 'a')
  /** The time of the entry that is being replayed; null while the process is live. */
  let replayedAt: number | null = null
  return {
    /** Returns the emulated LINE's current time. */
    now: (): number => replayedAt ?? Date.now(),
    add(entry: Entry): void {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`)
    },
    /**
     * Replays each entry of the file at its recorded time. Ignores a last line that is cut off: its response had not
     * been sent.
     */
    async replay(emulator: LiffEmulator): Promise<void> {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
      for (const line of lines) {
        const entry = JSON.parse(line) as Entry
        replayedAt = entry.at
        if (entry.kind === 'block')
          for (const userId of entry.userIds) emulator.control.friendship({ userId, state: 'blocked' })
        else {
          const { url, headers, body } = entry
          const { status } = await emulator.lineFetch(new Request(url, { method: 'POST', headers, body }))
          // 409: the entry is a retry of an accepted request, and its response was lost as well.
          if (status !== 200 && status !== 409)
            throw new Error(`the emulated LINE answers an accepted request with ${status}`)
        }
      }
      replayedAt = null
    },
    /** Empties the file after the state has been saved. */
    clear(): void {
      truncateSync(file)
    },
    close: () => closeSync(descriptor),
  }
}
