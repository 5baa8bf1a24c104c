import { classify } from '#src/outbox/classify.ts'
import { isOn } from '#src/outbox/pauses.ts'
import type { Clock, Failure, Reply } from '#src/ports.ts'
import { obstacleOf } from './obstacle.ts'
import type { Asked, AskedCall, StartupCache } from './startup-cache.ts'

type Refusal = Extract<Reply<never>, { ok: false }>

/**
 * Remembers for how long the server has asked startup's calls to wait, so that a page that is opened or reloaded in that time
 * makes no call. Only in its first run: a later one is worth a call, because it begins after the pause, or because the customer
 * has tapped.
 */
export function createAsked(cache: StartupCache, clock: Pick<Clock, 'now'>) {
  const before = { activity: cache.asked('activity'), 'sign-in': cache.asked('sign-in') }
  return {
    /**
     * Returns the refusal that an earlier page has got, while its pause lasts. It takes the place of the call's answer. `run` is
     * the number of this page's startup run.
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
    /** Must be called with each answer to such a call. */
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

/**
 * A server that is down cannot answer any call. A limit on one call (429) says nothing about others, and neither does a sign-in
 * that failed because LINE did.
 */
const isDown = (failure: Failure): boolean =>
  classify(failure) === 'unreached' && !(failure.kind === 'refused' && failure.code === 'LINE_UNAVAILABLE')
