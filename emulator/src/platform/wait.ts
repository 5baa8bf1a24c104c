/** Waits for the given time, or until the signal aborts. */
export function wait(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
}

/** Waits until `over()` is true after a change that `subscribe` reports, or until the signal aborts. */
export function waitUntil(
  over: () => boolean,
  subscribe: (listener: () => void) => () => void,
  signal: AbortSignal | null,
): Promise<void> {
  return new Promise(resolve => {
    if (over() || signal?.aborted) return resolve()
    const done = () => {
      stop()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const stop = subscribe(() => {
      if (over()) done()
    })
    signal?.addEventListener('abort', done)
  })
}
