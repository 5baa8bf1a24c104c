import { LINE_HOLD_MS } from '#src/startup/limits.ts'
import type { StartupState } from '#src/startup/types.ts'

/** Delays the start of LINE's SDK while the server decides which screen appears first. */
export type LineHold = {
  /** Runs a function when the server has decided, or after `LINE_HOLD_MS`. */
  hold(run: () => void): void
  /** Must be called after each change of startup's state. */
  check(): void
}

/**
 * The SDK's script and its calls would take bandwidth from what the first screen waits for, and the app shows that
 * screen without LINE's answers. S4's order does not depend on when the SDK answers: an early answer is buffered, and a
 * late one is awaited.
 */
export function createLineHold(
  state: () => StartupState,
  clock: { after(ms: number, run: () => void): unknown },
): LineHold {
  const held: (() => void)[] = []
  const release = () => {
    for (const run of held.splice(0)) run()
  }
  return {
    hold(run) {
      held.push(run)
      clock.after(LINE_HOLD_MS, release)
    },
    check() {
      if (!serverDecides(state())) release()
    },
  }
}

/**
 * True if the server's answers to the early calls are still missing: no screen is shown yet, and LINE's answers would
 * not show one.
 */
export const serverDecides = ({ phase, step, buffer }: StartupState): boolean =>
  phase.kind === 'starting' &&
  buffer.requested.includes('login') &&
  (step === 'activity' || (step === 'init' && buffer.login === null))
