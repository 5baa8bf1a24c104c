import type { ServerDeps } from '#server/deps.ts'
import { dropFullBuckets } from '#server/http/rate-buckets.ts'
import { runDueTasks } from './tasks.ts'

/** How often a process polls for outbox tasks, in milliseconds. */
const POLL_MS = 5000

export type Worker = {
  /** Stops starting tasks. Resolves when the running tasks have finished. */
  readonly stop: () => Promise<void>
}

/** Runs due outbox tasks and deletes unused rate-limit rows every few seconds until stopped. */
export function startWorker(deps: ServerDeps): Worker {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function poll(): Promise<void> {
    try {
      // Repeat, because more tasks may be due than one batch contains.
      while (!stopped && (await runDueTasks(deps)) > 0);
      if (deps.dialect === 'postgres') await dropFullBuckets(deps.db, deps.clock.now())
    } catch (error) {
      // The database may be unavailable for a moment; the next poll tries again.
      deps.log.warn({ err: error }, 'could not load outbox tasks')
    }
    if (!stopped) schedule()
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = poll()
    }, POLL_MS)
    timer.unref()
  }
  schedule()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
