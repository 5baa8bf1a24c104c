import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Clock } from '#src/ports.ts'

/**
 * Who is signed in, as everything that reads or writes private data needs to know it. Made first; the session says
 * who it is, the others only look.
 */
export type Identity = {
  readonly customerId: ReadonlySignal<string | null>
  /** Changes with every sign-in and sign-out: an answer to a question of an older epoch is thrown away. */
  epoch(): number
  /** Counts the sessions: what was asked under an older one may be asked again without signing in once more. */
  readonly sessions: ReadonlySignal<number>
  /**
   * Signs in again after a 401 to something asked under `session`, once for all who ask. True when there is a newer
   * session than that. A server that refuses each new session too must not be signed in to for ever: past
   * `RENEWALS` the answer is no.
   */
  renew(session?: number): Promise<boolean>
  /** For the session: the server has given a new one. */
  sessionStarted(): void
  /** For the session: who is signed in now. */
  setCustomer(customerId: string | null): void
  /** For the session: how to sign in again. */
  setRenewer(renew: () => Promise<boolean>): void
}

/** Signing in behind the customer's back: so many times in so many milliseconds, then only the customer starts it. */
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
    async renew(session = sessions.peek()) {
      if (session !== sessions.peek()) return true
      if (running) return running
      const now = clock.now()
      attempts = attempts.filter(at => Math.abs(now - at) < RENEWAL_LIMIT.windowMs)
      if (attempts.length >= RENEWAL_LIMIT.count) return false
      attempts = [...attempts, now]
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
