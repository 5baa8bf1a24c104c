import type { Timer } from './timer.ts'

/** Runs when the page has nothing better to do. */
function whenIdle(run: () => void, clock: Timer): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 10_000 })
  else clock.after(2000, run)
}

/** Runs each in an idle moment of its own, so that a tap never waits for more than one of them. */
export function eachWhenIdle(runs: readonly (() => void)[], clock: Timer): void {
  const [first, ...rest] = runs
  if (first === undefined) return
  whenIdle(() => {
    first()
    eachWhenIdle(rest, clock)
  }, clock)
}
