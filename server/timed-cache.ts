import { isRecent } from '#contract/recent.ts'

type Entry<T> = { readonly at: number; readonly value: Promise<T> }

/** Concurrent callers share one computation, and a failed one is not cached. */
export type TimedCache = {
  /** Returns a value that was computed at most `forMs` milliseconds before `now`. */
  readonly get: <T>(
    key: string,
    forMs: number,
    now: number,
    compute: () => Promise<T>,
  ) => Promise<{ readonly at: number; readonly value: T }>
}

/** Holds at most `max` values, dropping the oldest first. */
export function createTimedCache(max: number): TimedCache {
  const entries = new Map<string, Entry<unknown>>()
  return {
    async get<T>(key: string, forMs: number, now: number, compute: () => Promise<T>) {
      let found = entries.get(key) as Entry<T> | undefined
      if (found === undefined || !isRecent(found.at, now, forMs)) {
        const fresh: Entry<T> = { at: now, value: compute() }
        entries.delete(key)
        entries.set(key, fresh)
        fresh.value.catch(() => {
          if (entries.get(key) === fresh) entries.delete(key)
        })
        for (const oldest of [...entries.keys()].slice(0, Math.max(0, entries.size - max)))
          entries.delete(oldest)
        found = fresh
      }
      return { at: found.at, value: await found.value }
    },
  }
}
