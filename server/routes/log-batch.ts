import type { LogEvent } from '#contract/schema/log.ts'
import { momentOf } from '#contract/time.ts'
import type { Caller, Handler } from '#server/handler.ts'
import { type LogRows, logWriterOf } from '#server/store/log-writer.ts'

export const handler: Handler<'logBatch'> = async ({ db, caller, body, now }) => {
  const accepted = await logWriterOf(db).write(rowsOf(body.events, caller, now))
  return { accepted, duplicates: body.events.length - accepted }
}

function rowsOf(events: readonly LogEvent[], caller: Caller, now: number): LogRows {
  const common = (event: LogEvent) => ({
    event_id: event.eventId,
    customer_id: caller.customerId,
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
