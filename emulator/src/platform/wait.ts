/** Resolves after `ms`, or when the signal aborts. */
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

/** Resolves when `over()` is true or the signal aborts. Checks `over()` now and after each change. */
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
