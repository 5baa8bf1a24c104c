import { isoOf, momentOf } from '#contract/time.ts'
import { saveAnswer } from '#server/campaign/answers.ts'
import { readCampaign, requireOpen } from '#server/campaign/clock.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'postAnswer'> = async ({ db, deps, caller, body, now }) => {
  requireOpen(await readCampaign(db), now)
  const at = body.at === undefined ? null : momentOf(body.at)
  const given = { text: body.Answer, questionId: body.questionId, id: body.id, at }
  const row = await saveAnswer(db, caller.customerId, given, now, deps.random)
  return {
    id: row.id,
    questionId: row.question_id,
    answerText: row.answer_text,
    rights: row.rights,
    answeredAt: isoOf(row.answered_at),
  }
}
