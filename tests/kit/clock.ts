export type VirtualClock = ReturnType<typeof virtualClock>

/**
 * Waits until `busy` has been false for `turns` consecutive turns of the event loop, so that a late response is still
 * processed.
 */
export async function settle(turns = 12, busy: () => boolean = () => false): Promise<void> {
  for (let calm = 0; calm < turns; calm = busy() ? 0 : calm + 1)
    await new Promise(resolve => setImmediate(resolve))
}

/**
 * Creates a clock that starts at `start` and advances only on request. It waits while `busy` is true. `turns` is passed
 * to `settle`.
 */
export function virtualClock(start: number, busy: () => boolean = () => false, turns?: number) {
  let now = start
  let skew = 0
  let count = 0
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>()

  const quiet = () => settle(turns, busy)

  return {
    now: () => now + skew,
    /** Returns the true time, without the jumps, in milliseconds since 1970. */
    time: () => now,
    after(ms: number, run: () => void) {
      count += 1
      const id = count
      timers.set(id, { at: now + Math.max(0, ms), run })
      return () => timers.delete(id)
    },
    /** Shifts the clock without running timers, as when a customer changes the phone's time. */
    jump(ms: number) {
      skew += ms
    },
    /** Advances the clock, runs due timers in order, and waits until the work that they start has finished. */
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        await quiet()
        // Timers for the same moment run in the order in which they were set.
        let first: number | null = null
        for (const [id, { at }] of timers)
          if (at <= end && (first === null || at < (timers.get(first)?.at ?? 0))) first = id
        const timer = first === null ? undefined : timers.get(first)
        if (first === null || timer === undefined) break
        timers.delete(first)
        now = Math.max(now, timer.at)
        timer.run()
      }
      now = end
      await quiet()
    },
  }
}
