import { answerRows, showAnswer } from '#server/campaign/answers.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'lastAnswer'> = async ({ db, caller }) => {
  const [row] = await answerRows(db, caller.customerId, { place: null, limit: 0 })
  if (!row) return { answerText: null }
  const { id, questionId, answerText, answeredAt } = showAnswer(row)
  return { id, questionId, answerText, answeredAt }
}
