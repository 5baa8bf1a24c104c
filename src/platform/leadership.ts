import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Clock, Ids, KeyValueStore, Leadership } from '#src/ports.ts'

/**
 * One tab at a time. A Web Lock is asked for once and held: it passes on when the tab closes, and when it crashes.
 * Browsers without locks, and pages that are refused them, get a lease in the phone's store.
 */
export function createLeadership(
  locks: Pick<LockManager, 'request'> | undefined,
  deps: { kv: KeyValueStore; clock: Clock; ids: Ids },
): Leadership {
  const byLease = lazyLease(deps)
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

/** Leases come in a script of their own, which most browsers never need. Without it this tab leads by itself. */
function lazyLease(deps: { kv: KeyValueStore; clock: Clock; ids: Ids }): Leadership {
  const leases = lazyOnce(async () => (await import('#src/storage/lease.ts')).leaseLeadership(deps))
  return {
    lead(name, run) {
      const alone = new AbortController()
      let stop = () => alone.abort()
      leases().then(
        lease => {
          if (!alone.signal.aborted) stop = lease.lead(name, run)
        },
        () => {
          if (!alone.signal.aborted) run(alone.signal).catch(() => undefined)
        },
      )
      return () => stop()
    },
  }
}
