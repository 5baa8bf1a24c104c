import { call } from '#contract/calls/answer-history.ts'
import { answerRows, showAnswer } from '#server/campaign/answers.ts'
import type { Handler } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import { pageOf, placeOf } from '#server/http/paging.ts'

export const handler: Handler<'answerHistory'> = async ({ db, caller, query }) => {
  const { limit } = query
  const rows = await answerRows(db, caller.customerId, { place: placeOf(query.cursor), limit })
  const { page, headers } = pageOf(rows, call.path, query, row => ({ at: row.answered_at, id: row.id }))
  return withEtag(page.map(showAnswer), headers)
}
