import { decide } from '#server/review/decide.ts'
import type { DeskHandler } from '../handler.ts'
import { actingIn, countsOf, refusing } from '../review.ts'

export const handler: DeskHandler<'reviewDecide'> = async call => {
  const { db, deps, body } = call
  const { receiptId, version, decision } = body
  const given = { ...actingIn(call), receiptId, version, decision, random: deps.random }
  const decided = await refusing(() => decide(db, given))
  return { receiptId, version: decided.version, counts: await countsOf(call) }
}
