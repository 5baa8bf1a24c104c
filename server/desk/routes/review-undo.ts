import { undoDecision } from '#server/review/decide.ts'
import type { Look } from '#server/store/review-tables.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskHandler } from '../handler.ts'
import { actingIn, itemOf, refusing, withCounts } from '../review.ts'

export const handler: DeskHandler<'reviewUndo'> = async call => {
  const { db, body } = call
  const { receiptId, version } = body
  const acting = actingIn(call)
  const look = await lookOf(db, body, acting.reviewer)
  const claim = await refusing(() => undoDecision(db, { ...acting, receiptId, version, look }))
  return withCounts(call, claim && (await itemOf(db, claim)))
}

/** The browser does not know whether a decision was a first or a second look. */
async function lookOf(
  db: Db,
  { receiptId, version }: { readonly receiptId: string; readonly version: number },
  reviewer: string,
): Promise<Look> {
  const row = await db
    .selectFrom('review_decision')
    .select('reviewer')
    .where('receipt_id', '=', receiptId)
    .where('receipt_version', '=', version)
    .executeTakeFirst()
  return row?.reviewer === reviewer ? 'first' : 'second'
}
