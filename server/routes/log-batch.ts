import { storeEvents } from '#server/campaign/log-events.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'logBatch'> = ({ db, caller, body, now }) =>
  storeEvents(db, caller.customerId, body.events, now)
