import type { LogEvent } from '#contract/schema/log.ts'
import { momentOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller, Handlers } from '#server/handler.ts'
import { type LogRows, logWriterOf } from '#server/store/log-writer.ts'

type Single = {
  readonly customerId: string
  readonly eventId?: string | undefined
  readonly at?: string | undefined
}

/** Logs of where customers come from and what they look at; an event id that came before counts once. */
export const logHandlers: Handlers<'logState' | 'logPageView' | 'logBatch'> = {
  async logState({ db, deps, caller, body, now }) {
    const row = { ...stamp(body, caller, deps, now), state: body.state, os: body.os }
    await logWriterOf(db).write({ states: [row], pageViews: [] })
    return { logged: true }
  },

  async logPageView({ db, deps, caller, body, now }) {
    const row = { ...stamp(body, caller, deps, now), path: body.path }
    await logWriterOf(db).write({ states: [], pageViews: [row] })
    return { logged: true }
  },

  async logBatch({ db, caller, body, now }) {
    const accepted = await logWriterOf(db).write(rowsOf(body.events, caller, now))
    return { accepted, duplicates: body.events.length - accepted }
  },
}

/** What every event has. Without an id of the phone's a repeat cannot be known as one. */
function stamp(event: Single, caller: Caller, deps: ServerDeps, now: number) {
  if (event.customerId !== caller.customerId) throw new ApiError('FORBIDDEN')
  return {
    event_id: event.eventId ?? uuidv7(now, deps.random.bytes(16)),
    customer_id: caller.customerId,
    at: event.at === undefined ? now : momentOf(event.at),
    received_at: now,
  }
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
