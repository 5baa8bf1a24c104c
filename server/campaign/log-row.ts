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
 * Returns the columns that every logged event has. An event without an id gets a new id, so it is stored
 * twice if the phone sends it twice. Throws FORBIDDEN if the event does not belong to the caller.
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
