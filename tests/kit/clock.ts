export type VirtualClock = ReturnType<typeof virtualClock>

/** Waits until nothing was busy for `turns` turns of the event loop in a row, so that a late response is still read. */
export async function settle(turns = 12, busy: () => boolean = () => false): Promise<void> {
  for (let calm = 0; calm < turns; calm = busy() ? 0 : calm + 1)
    await new Promise(resolve => setImmediate(resolve))
}

/** Creates a clock that advances on request, from `start`, and not while `busy`. `turns`: see `settle`. */
export function virtualClock(start: number, busy: () => boolean = () => false, turns?: number) {
  let now = start
  let skew = 0
  let count = 0
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>()

  const quiet = () => settle(turns, busy)

  return {
    now: () => now + skew,
    /** The true time in milliseconds since 1970, without the jumps. */
    time: () => now,
    after(ms: number, run: () => void) {
      count += 1
      const id = count
      timers.set(id, { at: now + Math.max(0, ms), run })
      return () => timers.delete(id)
    },
    /** Changes the clock without running timers, like a customer who sets the time. */
    jump(ms: number) {
      skew += ms
    },
    /** Lets time pass: runs due timers in order and lets the work that they start finish. */
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
