import { release } from '#server/review/assign.ts'
import type { DeskHandler } from '../handler.ts'
import { actingIn } from '../review.ts'

export const handler: DeskHandler<'reviewRelease'> = async call => {
  await release(call.db, actingIn(call))
  return {}
}
