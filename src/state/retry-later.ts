import { backoff } from '#src/outbox/backoff.ts'
import type { Ports } from '#src/ports.ts'

/** The first delay is random up to 8 seconds, as after three failures of the outbox. */
const FAILURES_AT_FIRST = 2

export type RetryPorts = Pick<Ports, 'clock' | 'ids' | 'visibility' | 'connectivity'>

/**
 * Creates a retry timer with backoff. The delays are random, so that the phones in a stadium do not retry in the same
 * second. It also retries immediately on reconnect or when the page becomes visible, and never retries while the page
 * is hidden.
 */
export function createRetry({ clock, ids, visibility, connectivity }: RetryPorts, again: () => void) {
  let failures = FAILURES_AT_FIRST
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
    /** Schedules the next retry. `retryAfter` is the server's `Retry-After` in seconds, or null if it sent none. */
    schedule(retryAfter: number | null = null) {
      cancel()
      failures += 1
      const wait = backoff(failures, ids.random(), { visible: visibility.visible(), retryAfter })
      stops = [
        clock.after(wait, () => {
          if (visibility.visible()) now()
        }),
        visibility.onVisible(now),
        connectivity.onOnline(now),
        connectivity.onChange(() => {
          if (connectivity.state() === 'reachable') now()
        }),
      ]
    },
    reset() {
      cancel()
      failures = FAILURES_AT_FIRST
    },
  }
}
