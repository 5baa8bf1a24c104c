import type { Answer } from '#contract/calls.ts'
import type { LogEvent } from '#contract/schema/log.ts'
import { momentOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller } from '#server/handler.ts'
import type { Random } from '#server/random.ts'
import { type LogRows, logWriterOf } from '#server/store/log-writer.ts'
import type { Db } from '#server/store/tables.ts'

/** Stores events. Counts those whose ids are already stored as duplicates. `reports` are stored but not counted. */
export async function storeEvents(
  db: Db,
  customerId: string,
  events: readonly LogEvent[],
  now: number,
  reports: LogRows['reports'] = [],
): Promise<Answer<'logBatch'>> {
  const logged = events.filter(({ kind }) => kind !== 'report')
  if (logged.length + reports.length === 0) return { accepted: 0, duplicates: 0 }
  const accepted = await logWriterOf(db).write({ ...rowsOf(logged, customerId, now), reports })
  return { accepted, duplicates: logged.length - accepted }
}

function rowsOf(events: readonly LogEvent[], customerId: string, now: number): LogRows {
  const common = (event: LogEvent) => ({
    event_id: event.eventId,
    customer_id: customerId,
    at: momentOf(event.at),
    received_at: now,
  })
  return {
    states: events.flatMap(event =>
      event.kind === 'state' ? [{ ...common(event), state: event.state, os: event.os }] : [],
    ),
    pageViews: events.flatMap(event =>
      event.kind === 'pageview' ? [{ ...common(event), path: event.path }] : [],
    ),
  }
}

type Logged = {
  readonly customerId: string
  readonly eventId?: string | undefined
  readonly at?: string | undefined
}

/** An event without an id is stored each time. Throws FORBIDDEN for another customer's event. */
export function logRowOf(event: Logged, caller: Caller, random: Random, now: number) {
  if (event.customerId !== caller.customerId) throw new ApiError('FORBIDDEN')
  return {
    event_id: event.eventId ?? uuidv7(now, random.bytes(16)),
    customer_id: caller.customerId,
    at: event.at === undefined ? now : momentOf(event.at),
    received_at: now,
  }
}
