export type Listeners<Values extends unknown[]> = {
  tell(...values: Values): void
  /** Returns the unsubscribe function. */
  listen(run: (...values: Values) => void): () => void
}

export function createListeners<Values extends unknown[] = []>(): Listeners<Values> {
  const listeners = new Set<(...values: Values) => void>()
  return {
    tell(...values) {
      for (const run of [...listeners]) run(...values)
    },
    listen(run) {
      listeners.add(run)
      return () => void listeners.delete(run)
    },
  }
}
