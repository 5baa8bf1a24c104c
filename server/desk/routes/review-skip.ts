import { skip } from '#server/review/assign.ts'
import type { DeskHandler } from '../handler.ts'
import { actingIn, countsOf, refusing } from '../review.ts'

export const handler: DeskHandler<'reviewSkip'> = async call => {
  await refusing(() => skip(call.db, { ...actingIn(call), receiptId: call.body.receiptId }))
  return { counts: await countsOf(call) }
}
