import type { ServerDeps } from '#server/deps.ts'
import { dropFullBuckets } from '#server/http/rate-buckets.ts'
import { runDueTasks } from './tasks.ts'

/** How often a process looks for work, in milliseconds. */
const LOOK_MS = 5000

export type Worker = {
  /** Starts nothing more and resolves when what runs has ended. */
  readonly stop: () => Promise<void>
}

/** Looks every few seconds for work that followed from customers' calls, and tidies up rate limits, until stopped. */
export function startWorker(deps: ServerDeps): Worker {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function look(): Promise<void> {
    try {
      // What is due may be more than one look takes.
      while (!stopped && (await runDueTasks(deps)) > 0);
      if (deps.dialect === 'postgres') await dropFullBuckets(deps.db, deps.clock.now())
    } catch (error) {
      // The database is away: the next look may find it.
      deps.log.warn({ err: error }, 'work for other systems could not be looked for')
    }
    if (!stopped) schedule()
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = look()
    }, LOOK_MS)
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
