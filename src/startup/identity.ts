import { type ReadonlySignal, signal } from '@preact/signals-core'
import { isRecent } from '#contract/recent.ts'
import type { Clock } from '#src/ports.ts'

export type Identity = {
  readonly customerId: ReadonlySignal<string | null>
  /** Increases with each sign-in and sign-out. Responses from an older epoch are discarded. */
  epoch(): number
  /** Number of sessions so far. A request that failed in an older session can be repeated without signing in again. */
  readonly sessions: ReadonlySignal<number>
  /**
   * Signs in again unless a session newer than `session` exists. Concurrent callers share one sign-in. Without a tap
   * (`byCustomer`), resolves to false above `RENEWAL_LIMIT`, because a server may reject every new session.
   */
  renew(session?: number, byCustomer?: boolean): Promise<boolean>
  sessionStarted(): void
  setCustomer(customerId: string | null): void
  setRenewer(renew: () => Promise<boolean>): void
}

const RENEWAL_LIMIT = { count: 3, windowMs: 60_000 } as const

export function createIdentity(clock: Pick<Clock, 'now'>): Identity {
  const customerId = signal<string | null>(null)
  let epoch = 0
  const sessions = signal(0)
  let renewer: () => Promise<boolean> = async () => false
  let running: Promise<boolean> | null = null
  let attempts: readonly number[] = []
  return {
    customerId,
    epoch: () => epoch,
    setCustomer(next) {
      if (next === customerId.peek()) return
      epoch += 1
      customerId.value = next
    },
    setRenewer(renew) {
      renewer = renew
    },
    sessions,
    sessionStarted() {
      sessions.value = sessions.peek() + 1
    },
    async renew(session = sessions.peek(), byCustomer = false) {
      if (session !== sessions.peek()) return true
      if (running) return running
      const now = clock.now()
      attempts = attempts.filter(at => isRecent(at, now, RENEWAL_LIMIT.windowMs))
      if (!byCustomer && attempts.length >= RENEWAL_LIMIT.count) return false
      if (!byCustomer) attempts = [...attempts, now]
      running = renewer()
        .then(renewed => {
          if (renewed) sessions.value = sessions.peek() + 1
          return renewed
        })
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
