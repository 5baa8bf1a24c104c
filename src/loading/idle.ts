import type { Timer } from './timer.ts'

/** The customer is busy until this many milliseconds after the last press, key or scroll. */
const CALM_AFTER_MS = 2000

/** Waits until the browser is idle. In Safari, which cannot say so, waits for a moment, and longer before the first file. */
const idle = (clock: Timer, isFirst: boolean): Promise<void> =>
  new Promise(resolve => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else clock.after(isFirst ? 2000 : 200, resolve)
  })

const FIELDS = 'input, select, textarea'

/** Returns a function that waits until the customer does nothing: no press, key or scroll, and no focus in a field. */
function watchActivity(clock: Timer): () => Promise<void> {
  let recent = 0
  const act = () => {
    recent += 1
    clock.after(CALM_AFTER_MS, () => {
      recent -= 1
    })
  }
  // Scrolling sends many events, so each wait counts only the first of them.
  const actOnce = () => {
    if (recent === 0) act()
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, act, true)
  addEventListener('scroll', actOnce, { capture: true, passive: true })
  const isCalm = () => recent === 0 && !document.activeElement?.matches(FIELDS)
  return async () => {
    while (!isCalm()) await new Promise<void>(resolve => clock.after(CALM_AFTER_MS, resolve))
  }
}

/**
 * Runs the callbacks one after the other, each when the browser is idle and the customer does nothing, so that they
 * take neither the processor nor the line from the customer. A callback that returns a promise ends with it.
 */
export async function eachWhenIdle(runs: readonly (() => unknown)[], clock: Timer): Promise<void> {
  const calm = watchActivity(clock)
  for (const [index, run] of runs.entries()) {
    await calm()
    await idle(clock, index === 0)
    await run()
  }
}
