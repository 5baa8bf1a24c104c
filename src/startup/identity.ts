import { type ReadonlySignal, signal } from '@preact/signals-core'
import { isRecent } from '#contract/recent.ts'
import type { Clock } from '#src/ports.ts'

/**
 * The identity of the signed-in customer, for all code that reads or writes private data. It is created
 * before the models, and only the session model changes it.
 */
export type Identity = {
  readonly customerId: ReadonlySignal<string | null>
  /**
   * Increases with every sign-in and sign-out. The response to a request from an older epoch is discarded.
   */
  epoch(): number
  /**
   * Number of sessions so far. If a request failed under an older session, it can be repeated without signing
   * in again.
   */
  readonly sessions: ReadonlySignal<number>
  /**
   * Signs in again after a request of session number `session` got a 401. Concurrent callers share one
   * sign-in. Resolves with true if there is a newer session now. Resolves with false once `RENEWAL_LIMIT` is
   * reached, because a server that rejects every new session must not cause an endless loop. The limit does not
   * apply to `byCustomer`, which is true if the customer has tapped a button.
   */
  renew(session?: number, byCustomer?: boolean): Promise<boolean>
  /** Called by the session model when the server has issued a new session. */
  sessionStarted(): void
  /** Called by the session model when another customer, or none, is signed in. */
  setCustomer(customerId: string | null): void
  /** Called once by the session model. `renew` is the function that signs in again. */
  setRenewer(renew: () => Promise<boolean>): void
}

/**
 * Maximum number of automatic sign-ins within the given number of milliseconds. After that, only the customer
 * can start one.
 */
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
