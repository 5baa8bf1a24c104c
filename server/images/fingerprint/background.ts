import type { ServerDeps } from '#server/deps.ts'
import { type Repeated, repeat } from '#server/repeat.ts'
import { fingerprintPending } from './pending.ts'
import { photoReader } from './reader.ts'

/** Pause between runs in milliseconds, to leave CPU time for requests. */
const PAUSE_MS = 5000

export function startFingerprints(deps: ServerDeps): Repeated {
  const reader = photoReader()
  const runs = repeat(
    PAUSE_MS,
    async isStopped => {
      // The thread and its memory are needed only while there are photos to read.
      if ((await fingerprintPending(deps, reader, isStopped)) === 0) await reader.stop()
    },
    error => deps.log.warn({ err: error }, 'could not compute fingerprints of photos'),
  )
  return {
    async stop() {
      const ended = runs.stop()
      // Reading one photo can take 30 s, and a shutdown must not wait for it.
      await reader.stop()
      await ended
      await reader.stop()
    },
  }
}
