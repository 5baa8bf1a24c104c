import { undoSkip } from '#server/review/assign.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'
import { actingIn, itemOf, withCounts } from '../review.ts'

export const handler: DeskHandler<'reviewUndoSkip'> = async call => {
  const claim = await undoSkip(call.db, { ...actingIn(call), receiptId: call.body.receiptId })
  if (!claim) throw new DeskError('CHANGED')
  return withCounts(call, await itemOf(call.db, claim))
}
