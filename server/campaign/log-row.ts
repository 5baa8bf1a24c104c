import { momentOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller } from '#server/handler.ts'
import type { Random } from '#server/random.ts'

type Logged = {
  readonly customerId: string
  readonly eventId?: string | undefined
  readonly at?: string | undefined
}

/**
 * An event without an id is stored again if the phone resends it. Throws FORBIDDEN if the event is another customer's.
 */
export function logRowOf(event: Logged, caller: Caller, random: Random, now: number) {
  if (event.customerId !== caller.customerId) throw new ApiError('FORBIDDEN')
  return {
    event_id: event.eventId ?? uuidv7(now, random.bytes(16)),
    customer_id: caller.customerId,
    at: event.at === undefined ? now : momentOf(event.at),
    received_at: now,
  }
}
