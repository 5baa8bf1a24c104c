import type { Timer } from './timer.ts'

/** Runs a callback when the browser is idle. */
function whenIdle(run: () => void, clock: Timer): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 10_000 })
  else clock.after(2000, run)
}

/** Runs each callback in a separate idle period, so that a tap waits for one callback at most. */
export function eachWhenIdle(runs: readonly (() => void)[], clock: Timer): void {
  const [first, ...rest] = runs
  if (first === undefined) return
  whenIdle(() => {
    first()
    eachWhenIdle(rest, clock)
  }, clock)
}
