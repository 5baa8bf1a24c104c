import type { ServerDeps } from '#server/deps.ts'
import { fingerprintPending } from './pending.ts'
import { photoReader } from './reader.ts'

/** Pause between two runs, in milliseconds. It leaves the processor to the calls of customers. */
const PAUSE_MS = 5000

/** Computes the fingerprints of new photos, a few at a time, until stopped. */
export function startFingerprints(deps: ServerDeps): { readonly stop: () => Promise<void> } {
  const reader = photoReader()
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function run(): Promise<void> {
    try {
      // The thread and its memory are only needed while there are photos.
      if ((await fingerprintPending(deps, reader)) === 0) await reader.stop()
    } catch (error) {
      // The database or the photo storage may be unavailable for a moment; the next run tries again.
      if (!stopped) deps.log.warn({ err: error }, 'could not compute fingerprints of photos')
    }
    if (!stopped) schedule()
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = run()
    }, PAUSE_MS)
    timer.unref()
  }
  schedule()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      await reader.stop()
    },
  }
}
