import type { Timer } from './timer.ts'

/** A screen that does not come, or a page that is visible and still does not draw: then nothing waits any longer. */
const PATIENCE_MS = 3000

export type AfterPaint = {
  /** Calls when the first screen is on the glass; at once where it is, or where nobody is looking. */
  readonly afterPaint: (run: () => void) => void
  /** The first screen has been put into the document. */
  readonly shown: () => void
}

/** What the first screen does without waits until it has been drawn: to the turn after the second frame. */
export function createAfterPaint(
  clock: Timer,
  visibility: { visible(): boolean },
  frame: (run: () => void) => void = requestAnimationFrame,
): AfterPaint {
  const waiting: (() => void)[] = []
  let asked = false
  let painted = false

  function done() {
    painted = true
    for (const run of waiting.splice(0)) run()
  }

  return {
    afterPaint(run) {
      if (painted || !visibility.visible()) return run()
      if (waiting.push(run) === 1) clock.after(PATIENCE_MS, done)
    },
    shown() {
      if (asked) return
      asked = true
      frame(() => frame(() => clock.after(0, done)))
    },
  }
}
