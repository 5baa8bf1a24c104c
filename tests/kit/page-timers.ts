import type { Clock } from '#src/ports.ts'

/** Creates the timers of one page, which run only when the test lets time pass. `phoneNow` is the phone's clock without that time. */
export function pageTimers(phoneNow: () => number) {
  const timers = new Map<object, { at: number; run: () => void }>()
  let now = 0
  const clock: Clock = {
    now: () => phoneNow() + now,
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
      const due = [...timers].filter(([, timer]) => timer.at <= now)
      for (const [key, timer] of due.toSorted(([, a], [, b]) => a.at - b.at)) {
        if (timers.delete(key)) timer.run()
      }
    },
    clear: () => timers.clear(),
  }
}
