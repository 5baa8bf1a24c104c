import { LINE_HOLD_MS } from '#src/startup/limits.ts'
import type { StartupState } from '#src/startup/types.ts'

/** Delays LINE's SDK while the server decides which screen appears first. */
export type LineHold = {
  /** Runs a function when the server has decided, or after `LINE_HOLD_MS`. */
  hold(run: () => void): void
  /** Call after each change of startup's state. */
  check(): void
}

/** LINE's SDK would compete for bandwidth with the first screen. S4's order does not depend on when the SDK answers. */
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

/** True while no screen is shown and only the server's answers to the early calls can show one. */
export const serverDecides = ({ phase, step, buffer }: StartupState): boolean =>
  phase.kind === 'starting' &&
  buffer.requested.includes('login') &&
  (step === 'activity' || (step === 'init' && buffer.login === null))
