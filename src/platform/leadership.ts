import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Clock, Ids, KeyValueStore, Leadership } from '#src/ports.ts'

/**
 * Elects one tab as leader by a Web Lock. Each tab requests the lock once, and the browser passes it on when
 * its holder closes or crashes. If the browser has no locks or refuses them, a lease in the phone's store is
 * used instead.
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
          // Browsers that refuse storage may also refuse locks. Fall back to the lease, because otherwise no
          // tab would ever lead.
          if (!led && !term.signal.aborted) stop = byLease.lead(name, run)
        })
      return () => stop()
    },
  }
}

/**
 * Loads the lease code on demand, because most browsers never need it. If it cannot be loaded, this tab
 * becomes the leader.
 */
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
