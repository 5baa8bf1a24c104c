import { isoOf } from '#contract/time.ts'
import { confirmOrDeclineSeat } from '#server/campaign/concert.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'confirmConcert'> = async ({ db, caller, body, now }) => {
  const { confirmed, confirmedAt } = await confirmOrDeclineSeat(db, caller.customerId, body.attend, now)
  return { confirmed, confirmedAt: isoOf(confirmedAt) }
}
