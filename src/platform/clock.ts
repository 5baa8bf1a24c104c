import type { Clock } from '#src/ports.ts'

/** The phone's own clock and timers. */
export const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
