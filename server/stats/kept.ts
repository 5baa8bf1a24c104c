import { isRecent } from '#contract/recent.ts'

/** `at` is in milliseconds since 1970. */
type Kept<T> = { readonly at: number; readonly value: Promise<T> }

/** Caches computed values in this process. Concurrent callers share one computation; a failed one is not cached. */
export type Keeper = {
  /** Returns a value that was computed at most `forMs` milliseconds before `now`. */
  readonly get: <T>(
    key: string,
    forMs: number,
    now: number,
    compute: () => Promise<T>,
  ) => Promise<{ readonly at: number; readonly value: T }>
}

/** Creates a keeper of at most `max` values. */
export function createKeeper(max: number): Keeper {
  const kept = new Map<string, Kept<unknown>>()
  return {
    async get<T>(key: string, forMs: number, now: number, compute: () => Promise<T>) {
      let found = kept.get(key) as Kept<T> | undefined
      if (found === undefined || !isRecent(found.at, now, forMs)) {
        const fresh: Kept<T> = { at: now, value: compute() }
        kept.delete(key)
        kept.set(key, fresh)
        fresh.value.catch(() => {
          if (kept.get(key) === fresh) kept.delete(key)
        })
        for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - max))) kept.delete(oldest)
        found = fresh
      }
      return { at: found.at, value: await found.value }
    },
  }
}
