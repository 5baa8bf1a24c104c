import { leaseLeadership } from '#src/offline/lease.ts'
import type { Clock, Ids, Kv, Leadership } from '#src/ports.ts'

/**
 * One tab at a time. A Web Lock is asked for once and held: it passes on when the tab closes, and when it crashes.
 * Browsers without locks get a lease in the phone's store.
 */
export function createLeadership(
  locks: Pick<LockManager, 'request'> | undefined,
  deps: { kv: Kv; clock: Clock; ids: Ids },
): Leadership {
  if (locks === undefined) return leaseLeadership(deps)
  return {
    lead(name, run) {
      const term = new AbortController()
      locks
        .request(name, { signal: term.signal }, () => run(term.signal))
        // Refused (an opaque origin, a page that is going away) or given up while waiting: somebody else leads.
        .catch(() => undefined)
      return () => term.abort()
    },
  }
}
