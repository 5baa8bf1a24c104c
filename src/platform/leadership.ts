import { leaseLeadership } from '#src/offline/lease.ts'
import type { Clock, Ids, Kv, Leadership } from '#src/ports.ts'

/**
 * One tab at a time. A Web Lock is asked for once and held: it passes on when the tab closes, and when it crashes.
 * Browsers without locks, and pages that are refused them, get a lease in the phone's store.
 */
export function createLeadership(
  locks: Pick<LockManager, 'request'> | undefined,
  deps: { kv: Kv; clock: Clock; ids: Ids },
): Leadership {
  const byLease = leaseLeadership(deps)
  if (locks === undefined) return byLease
  return {
    lead(name, run) {
      const term = new AbortController()
      let stop = () => term.abort()
      let led = false
      locks
        .request(name, { signal: term.signal }, () => {
          led = true
          return run(term.signal)
        })
        .catch(() => {
          // Refused from the start, as where storage is: nobody would ever lead.
          if (!led && !term.signal.aborted) stop = byLease.lead(name, run)
        })
      return () => stop()
    },
  }
}
