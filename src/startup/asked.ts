import { classify } from '#src/outbox/classify.ts'
import { isOn } from '#src/outbox/pauses.ts'
import { type Clock, type Failure, isRefused, type Reply } from '#src/ports.ts'
import { obstacleOf } from './obstacle.ts'
import type { Asked, AskedCall, StartupCache } from './startup-cache.ts'

type Refusal = Extract<Reply<never>, { ok: false }>

/**
 * Remembers the server's `Retry-After`, so that a page opened or reloaded during that time does not make the call.
 * Later runs may make it, because they start after the pause or after a tap.
 */
export function createAsked(cache: StartupCache, clock: Pick<Clock, 'now'>) {
  const before = { activity: cache.asked('activity'), 'sign-in': cache.asked('sign-in') }
  return {
    /**
     * Returns the refusal that an earlier page received, or null if the waiting time that the server asked for is over.
     */
    refusal(call: AskedCall, run: number): Refusal | null {
      if (run > 1) return null
      const now = clock.now()
      const other = before[call === 'activity' ? 'sign-in' : 'activity']
      const lasting = [before[call], other !== null && isDown(other.failure) ? other : null].filter(
        (asked): asked is Asked => asked !== null && isOn(asked, now),
      )
      const longest = lasting.sort((a, b) => b.until - a.until)[0]
      if (longest === undefined) return null
      const retryAfter = (longest.until - now) / 1000
      return { ok: false, failure: { ...longest.failure, retryAfter } as Failure, headers: null }
    },
    note(call: AskedCall, reply: Reply<unknown>): void {
      const from = clock.now()
      const until = reply.ok ? null : obstacleOf(reply, from).until
      if (reply.ok) {
        before[call] = null
        cache.storeAsked(call, null)
      } else if (until !== null) cache.storeAsked(call, { from, until, failure: reply.failure })
    },
  }
}

/** False if the failure affects only one call: a 429, or a LINE failure during a sign-in. */
const isDown = (failure: Failure): boolean =>
  classify(failure) === 'unreached' && !isRefused(failure, 'LINE_UNAVAILABLE')
