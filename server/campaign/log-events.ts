import type { Answer } from '#contract/calls.ts'
import type { LogEvent } from '#contract/schema/log.ts'
import { momentOf } from '#contract/time.ts'
import { type LogRows, logWriterOf } from '#server/store/log-writer.ts'
import type { Db } from '#server/store/tables.ts'

/** Stores a customer's log events. An event whose id is already stored counts as a duplicate. `now` is in milliseconds. */
export async function storeEvents(
  db: Db,
  customerId: string,
  events: readonly LogEvent[],
  now: number,
): Promise<Answer<'logBatch'>> {
  if (events.length === 0) return { accepted: 0, duplicates: 0 }
  const accepted = await logWriterOf(db).write(rowsOf(events, customerId, now))
  return { accepted, duplicates: events.length - accepted }
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
