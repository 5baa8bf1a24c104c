import type { Clock, PageVisibility } from '#src/ports.ts'

/** A page that is visible and still does not draw: a phone that is busy, or a frame that is out of sight. */
const PATIENCE_MS = 1000

/**
 * Calls when the first screen is on the glass: at the turn after the second frame. What is asked for later than that
 * is called at once; a hidden page draws nothing and waits for nothing.
 */
export function createAfterPaint(
  clock: Pick<Clock, 'after'>,
  visibility: Pick<PageVisibility, 'visible'>,
  frame: (run: () => void) => void = requestAnimationFrame,
): (run: () => void) => void {
  let waiting: (() => void)[] | null = null
  let painted = false

  function done() {
    if (painted) return
    painted = true
    for (const run of waiting ?? []) run()
  }

  return run => {
    if (painted || !visibility.visible()) return run()
    if (waiting !== null) return void waiting.push(run)
    waiting = [run]
    frame(() => frame(() => clock.after(0, done)))
    clock.after(PATIENCE_MS, done)
  }
}
