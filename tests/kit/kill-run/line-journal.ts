import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { LiffEmulator } from '#emulator/index.ts'

/** A change of the emulated LINE, and when it happened, in milliseconds. */
type Entry =
  | {
      readonly kind: 'request'
      readonly at: number
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | { readonly kind: 'block'; readonly at: number; readonly userIds: readonly string[] }

/** Journal of the requests that LINE has accepted since it saved its state. Each entry survives `kill -9`. */
export function openJournal(file: string) {
  const descriptor = openSync(file, 'a')
  /** The time of the entry that is replayed now; null while the process is live. */
  let replayedAt: number | null = null
  return {
    /** The emulated LINE's clock. */
    now: (): number => replayedAt ?? Date.now(),
    add(entry: Entry): void {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`)
    },
    /** Repeats everything in the file, each entry at its time. The last line may be cut off: its answer had not left. */
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
          // 409: the answer to a repeat was lost, too.
          if (status !== 200 && status !== 409)
            throw new Error(`the emulated LINE answers an accepted request with ${status}`)
        }
      }
      replayedAt = null
    },
    /** Empties the file, because the state was saved. */
    clear(): void {
      truncateSync(file)
    },
    close: () => closeSync(descriptor),
  }
}
