import { isWaiting } from '#contract/recent.ts'
import { backoff } from '#src/outbox/backoff.ts'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import type { Ports } from '#src/ports.ts'

/** The first delay is random up to 8 seconds, as after three failures of the outbox. */
const FAILURES_AT_FIRST = 2

export type RetryPorts = Pick<Ports, 'clock' | 'ids' | 'visibility' | 'connectivity'>

/**
 * Creates a retry timer with backoff. The delays are random, so that the phones in a stadium do not retry in the same
 * second. It also retries immediately on reconnect or when the page becomes visible, but not before the time for which the
 * server has asked. It never retries while the page is hidden.
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
      const notBefore = retryAfter === null ? 0 : clock.now() + wait
      const due = () => {
        if (visibility.visible()) now()
      }
      const hint = () => {
        if (!isWaiting(notBefore, clock.now(), MAX_WAIT_MS)) due()
      }
      stops = [
        clock.after(wait, due),
        visibility.onVisible(hint),
        connectivity.onOnline(hint),
        connectivity.onChange(() => {
          if (connectivity.state() === 'reachable') hint()
        }),
      ]
    },
    reset() {
      cancel()
      failures = FAILURES_AT_FIRST
    },
  }
}
