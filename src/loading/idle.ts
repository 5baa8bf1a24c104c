import type { Timer } from './timer.ts'

/** The customer counts as busy for this long after a tap, key press or scroll. */
const CALM_AFTER_MS = 2000

/** On Safari, which lacks `requestIdleCallback`, waits for a fixed time. */
const idle = (clock: Timer, isFirst: boolean): Promise<void> =>
  new Promise(resolve => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else clock.after(isFirst ? 2000 : 200, resolve)
  })

const FIELDS = 'input, select, textarea'

function watchActivity(clock: Timer): () => Promise<void> {
  let recent = 0
  const act = () => {
    recent += 1
    clock.after(CALM_AFTER_MS, () => {
      recent -= 1
    })
  }
  // Scrolling sends many events, so start at most one timer at a time.
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

/** Runs the callbacks one by one while neither the browser nor the customer is busy. */
export async function eachWhenIdle(runs: readonly (() => unknown)[], clock: Timer): Promise<void> {
  const calm = watchActivity(clock)
  for (const [index, run] of runs.entries()) {
    await calm()
    await idle(clock, index === 0)
    await run()
  }
}
