import { isWaiting } from '#contract/recent.ts'
import { backoff } from '#src/outbox/backoff.ts'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import type { Ports } from '#src/ports.ts'

/** With this value, the first delay is random, up to 8 seconds. */
const FAILURES_AT_FIRST = 2

export type RetryPorts = Pick<Ports, 'clock' | 'ids' | 'visibility' | 'connectivity'>

/**
 * Random backoff keeps the phones in a stadium from retrying in the same second. Retries at once on reconnect or when
 * the page becomes visible, but not during `Retry-After` or while hidden.
 */
export function createRetry({ clock, ids, visibility, connectivity }: RetryPorts, again: () => void) {
  let failures = FAILURES_AT_FIRST
  let stops: readonly (() => void)[] = []
  /** The end of the requested pause, which also applies after further failures. */
  let notBefore = 0

  const isPaused = () => isWaiting(notBefore, clock.now(), MAX_WAIT_MS)

  function pause(until: number) {
    notBefore = isPaused() ? Math.max(notBefore, until) : until
  }

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
    pause,
    isPaused,
    /** `retryAfter` is in seconds. */
    schedule(retryAfter: number | null = null) {
      cancel()
      failures += 1
      const wait = backoff(failures, ids.random(), { visible: visibility.visible(), retryAfter })
      if (retryAfter !== null) pause(clock.now() + wait)
      const due = () => {
        if (visibility.visible()) now()
      }
      const hint = () => {
        if (!isPaused()) due()
      }
      stops = [
        clock.after(isPaused() ? Math.max(wait, notBefore - clock.now()) : wait, due),
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
      notBefore = 0
    },
  }
}
