import { nextForReviewer } from '#server/review/assign.ts'
import type { Asking } from '#server/review/types.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskHandler } from '../handler.ts'
import { actingIn, type Item, itemOf, refusing, withCounts } from '../review.ts'

export const handler: DeskHandler<'reviewNext'> = async call => {
  const { db, deps, body } = call
  const who = { ...actingIn(call), random: deps.random, holding: body.holding }
  return withCounts(call, await refusing(() => nextItem(db, who)))
}

async function nextItem(db: Db, who: Asking & { readonly holding: readonly string[] }): Promise<Item | null> {
  const claim = await nextForReviewer(db, who)
  return claim && itemOf(db, claim)
}
