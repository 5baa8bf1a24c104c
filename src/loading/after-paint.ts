import type { Timer } from './timer.ts'

const PATIENCE_MS = 3000

export type AfterPaint = {
  readonly afterPaint: (run: () => void) => void
  /** Must be called when the first screen has rendered. */
  readonly shown: () => void
}

/** Considers the first paint done in the first task after the second animation frame. */
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
