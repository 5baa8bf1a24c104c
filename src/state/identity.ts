import { type ReadonlySignal, signal } from '@preact/signals-react'

/**
 * Who is signed in, as everything that reads or writes private data needs to know it. Made first; the session says
 * who it is, the others only look.
 */
export type Identity = {
  readonly customerId: ReadonlySignal<string | null>
  /** Changes with every sign-in and sign-out: an answer to a question of an older epoch is thrown away. */
  epoch(): number
  /** Counts the sessions: what was asked under an older one may be asked again without signing in once more. */
  session(): number
  /**
   * Signs in again after a 401 to something asked under `session`, once for all who ask. True when there is a newer
   * session than that.
   */
  renew(session?: number): Promise<boolean>
  /** For the session: who is signed in now. */
  become(customerId: string | null): void
  /** For the session: how to sign in again. */
  renewBy(renew: () => Promise<boolean>): void
}

export function createIdentity(): Identity {
  const customerId = signal<string | null>(null)
  let epoch = 0
  let sessions = 0
  let way: () => Promise<boolean> = async () => false
  let running: Promise<boolean> | null = null
  return {
    customerId,
    epoch: () => epoch,
    become(next) {
      if (next === customerId.peek()) return
      epoch += 1
      customerId.value = next
    },
    renewBy(renew) {
      way = renew
    },
    session: () => sessions,
    async renew(session = sessions) {
      if (session !== sessions) return true
      running ??= way()
        .then(renewed => {
          if (renewed) sessions += 1
          return renewed
        })
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
