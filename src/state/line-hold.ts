import { LINE_HOLD_MS } from '#src/startup/limits.ts'
import type { StartupState } from '#src/startup/types.ts'

export type LineHold = {
  /** Runs a function once the server has decided, or after `LINE_HOLD_MS`. */
  hold(run: () => void): void
  check(): void
}

/** Delays LINE's SDK, which would compete with the first screen for bandwidth. Spec S4 does not say when it loads. */
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

/** True while the first screen depends only on the server's responses to the early calls. */
export const serverDecides = ({ phase, step, buffer }: StartupState): boolean =>
  phase.kind === 'starting' &&
  buffer.requested.includes('login') &&
  (step === 'activity' || (step === 'init' && buffer.login === null))
