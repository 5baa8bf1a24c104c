import { momentOf } from '#contract/time.ts'
import { handoversOf } from './handover.ts'

/**
 * Returns when the doors open for the winners of a prize, in milliseconds since 1970; null if that is unknown or the
 * event is cancelled. `opensAt` is the first moment at which winners may use the prize, for prizes without an event.
 */
export function doorsOf(handover: string | null, key: string, opensAt: number | null): number | null {
  const event = handoversOf(handover)[key]?.event
  if (event === undefined) return opensAt
  return event.cancelled ? null : momentOf(event.doorsAt ?? event.startsAt)
}
