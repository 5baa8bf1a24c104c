import type { Ports } from '#src/ports.ts'
import { RETRY_FIRST_MS, RETRY_LAST_MS } from './limits.ts'

/**
 * Creates a retry timer with backoff. It also retries immediately on reconnect or when the page becomes
 * visible, and never retries while the page is hidden.
 */
export function createRetry(
  { clock, visibility, connectivity }: Pick<Ports, 'clock' | 'visibility' | 'connectivity'>,
  again: () => void,
) {
  let wait = RETRY_FIRST_MS
  let stops: readonly (() => void)[] = []

  function cancel() {
    for (const stop of stops) stop()
    stops = []
  }

  function now() {
    cancel()
    again()
  }

  return {
    cancel,
    /** Schedules the next retry. `atLeast` is the server's `Retry-After` in milliseconds, if it sent one. */
    schedule(atLeast = 0) {
      cancel()
      stops = [
        clock.after(Math.max(wait, atLeast), () => {
          if (visibility.visible()) now()
        }),
        visibility.onVisible(now),
        connectivity.onOnline(now),
        connectivity.onChange(() => {
          if (connectivity.state() === 'reachable') now()
        }),
      ]
      wait = Math.min(wait * 2, RETRY_LAST_MS)
    },
    reset() {
      cancel()
      wait = RETRY_FIRST_MS
    },
  }
}
