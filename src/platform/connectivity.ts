import { createListeners } from '#src/loading/listeners.ts'
import type { Connectivity } from '#src/ports.ts'

/** A single lost request is not treated as an outage. */
const TOLERATED_FAILURES = 1

/** Judges by real requests. `navigator.onLine` stays true if the server is down, so only its false value is trusted. */
export function createConnectivity(page: {
  readonly navigator: { readonly onLine: boolean }
  addEventListener(type: 'online' | 'offline', run: () => void): void
}): Connectivity & { report(reached: boolean | null, stranger?: boolean): void } {
  const changes = createListeners()
  const onlines = createListeners()
  let failures = 0
  let answered = false
  let stranger = false
  let state: 'unknown' | 'reachable' | 'unreachable' =
    page.navigator.onLine === false ? 'unreachable' : 'unknown'

  function become(next: typeof state, isStranger = false) {
    if (next === state && isStranger === stranger) return
    state = next
    stranger = isStranger
    changes.tell()
  }

  page.addEventListener('offline', () => become('unreachable'))
  page.addEventListener('online', () => onlines.tell())

  return {
    state: () => state,
    strangerAnswers: () => stranger,
    onChange: changes.listen,
    onOnline: onlines.listen,
    /** See `onTraffic` in `client.ts`. */
    report(reached, isStranger = false) {
      failures = reached === false ? failures + 1 : 0
      answered ||= reached !== false
      if (reached) become('reachable')
      else if (reached === null) become(state === 'reachable' ? state : 'unknown')
      else if (failures > TOLERATED_FAILURES || !answered) become('unreachable', isStranger)
    },
  }
}
