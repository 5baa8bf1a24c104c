import { storeEvents } from '#server/campaign/log-events.ts'
import { reportRows } from '#server/campaign/report-rows.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'logBatch'> = async call => {
  const { db, caller, body, now } = call
  return storeEvents(db, caller.customerId, body.events, now, await reportRows(call))
}
