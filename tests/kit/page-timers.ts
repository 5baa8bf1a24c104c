import type { Clock } from '#src/ports.ts'

/** Creates a phone's clock. The timers of a page run only when the test advances the clock of that page with `pass`. */
export function phoneTimers(real: () => number) {
  let passed = 0
  return function pageTimers() {
    const timers = new Map<object, { at: number; run: () => void }>()
    const before = passed
    let now = 0
    const clock: Clock = {
      now: () => real() + before + now,
      after(ms, run) {
        const key = {}
        timers.set(key, { at: now + ms, run })
        return () => timers.delete(key)
      },
    }
    return {
      clock,
      pass(ms: number) {
        now += ms
        passed = Math.max(passed, before + now)
        const due = [...timers].filter(([, timer]) => timer.at <= now)
        for (const [key, timer] of due.toSorted(([, a], [, b]) => a.at - b.at))
          if (timers.delete(key)) timer.run()
      },
      clear: () => timers.clear(),
    }
  }
}
