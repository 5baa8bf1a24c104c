export type Repeated = {
  /** Resolves when any running job has ended. */
  readonly stop: () => Promise<void>
}

/**
 * Runs a job repeatedly: first after `pauseMs` milliseconds, then `pauseMs` after the end of each run. If a run fails,
 * calls `onError` and continues.
 */
export function repeat(
  pauseMs: number,
  job: (isStopped: () => boolean) => Promise<void>,
  onError: (error: unknown) => void,
): Repeated {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function run(): Promise<void> {
    await job(() => stopped).catch(onError)
    if (!stopped) schedule()
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = run()
    }, pauseMs)
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
