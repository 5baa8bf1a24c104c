import { heartbeat } from '#server/review/assign.ts'
import type { DeskHandler } from '../handler.ts'
import { actingIn, countsOf } from '../review.ts'

export const handler: DeskHandler<'reviewHeartbeat'> = async call => {
  const { receiptIds, expiresAt } = await heartbeat(call.db, actingIn(call))
  return { receiptIds: [...receiptIds], expiresAt, counts: await countsOf(call) }
}
