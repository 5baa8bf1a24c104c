import * as v from 'valibot'
import type { Clock, Ids, KeyValueStore, Leadership } from '#src/ports.ts'
import { leaseKey } from '#src/storage/keys.ts'
import { LEASE_HEARTBEAT_MS, LEASE_MS } from './limits.ts'

const lease = v.object({ holder: v.string(), until: v.number() })

/**
 * Leader election by a stored lease that expires, for browsers without Web Locks. Two tabs may both lead for
 * a moment, which is harmless because idempotency keys prevent double effects.
 */
export function leaseLeadership(deps: { kv: KeyValueStore; clock: Clock; ids: Ids }): Leadership {
  const { kv, clock } = deps
  const me = deps.ids.uuid()

  /**
   * Takes or extends the lease. Resolves with false while another tab holds it. A lease that expires too far
   * in the future was written under a wrong clock, so this tab may take it.
   */
  async function take(key: string): Promise<boolean> {
    let mine = false
    const now = clock.now()
    await kv.update(key, old => {
      const held = v.safeParse(lease, old)
      const free =
        !held.success ||
        held.output.holder === me ||
        held.output.until < now ||
        held.output.until > now + LEASE_MS * 2
      mine = free
      return free ? { holder: me, until: now + LEASE_MS } : undefined
    })
    return mine
  }

  return {
    lead(name, run) {
      const key = leaseKey(name)
      let term: AbortController | null = null
      let stopped = false
      let cancel = () => {}
      async function beat() {
        const mine = await take(key).catch(() => true)
        if (stopped) return
        if (mine && term === null) {
          term = new AbortController()
          run(term.signal).catch(() => undefined)
        } else if (!mine) {
          term?.abort()
          term = null
        }
        cancel = clock.after(LEASE_HEARTBEAT_MS, () => void beat())
      }
      void beat()
      return () => {
        stopped = true
        cancel()
        term?.abort()
        void kv
          .update(key, old => {
            const held = v.safeParse(lease, old)
            return held.success && held.output.holder === me ? { holder: me, until: 0 } : undefined
          })
          .catch(() => undefined)
      }
    },
  }
}
